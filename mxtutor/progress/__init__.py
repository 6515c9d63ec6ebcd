"""Stores what a learner has done, in an embedded database and in plain answer files."""
