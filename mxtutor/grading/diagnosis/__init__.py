"""Recognises mistakes that are common to many exercises, by an answer's error, its source and its result."""
