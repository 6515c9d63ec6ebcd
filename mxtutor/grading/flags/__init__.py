"""Finds signs that an answer tries to access the grader; reports show them to teachers, beside the verdict."""
