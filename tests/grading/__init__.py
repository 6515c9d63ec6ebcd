"""Grading: the sandbox, the workers, the judge."""
