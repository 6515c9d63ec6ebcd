"""Tests of the terminal app, with fakes for grader and store."""
