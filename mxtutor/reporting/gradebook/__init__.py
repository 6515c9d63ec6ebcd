"""A gradebook as files and lines: JSON, CSV, the class's page, a page per learner, a summary."""
