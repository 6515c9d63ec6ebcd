"""Writes a gradebook as JSON, CSV, the class's page, a page per learner, and a text summary."""
