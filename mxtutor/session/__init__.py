"""Exercises under rules: what a learner may see and do, and what a check does. No front end is imported here."""
