"""Mutation testing of exercises: right answers are changed a little, and the grader must refuse what comes out."""
