"""Signs that an answer tries to reach the grader; a teacher reads them beside the verdict."""
