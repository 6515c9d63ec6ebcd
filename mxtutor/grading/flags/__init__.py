"""Finds signs that an answer tries to access the grader; reports show them to instructors, beside the verdict."""
