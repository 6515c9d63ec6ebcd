"""Mutation testing of exercises: the grader must refuse right answers with one small change."""
