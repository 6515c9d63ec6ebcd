"""Flags: signs that an answer tries to access the grader, which reports show to instructors beside the verdict."""
