"""Mutation testing of exercises: the grader must refuse each right answer with one small change."""
