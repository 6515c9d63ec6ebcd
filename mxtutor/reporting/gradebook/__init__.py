"""A gradebook as files and lines: JSON, CSV, JUnit XML, the class's page, a page per learner, a summary."""
