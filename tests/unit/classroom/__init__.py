"""Tests of grading a class."""
