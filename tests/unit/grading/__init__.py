"""Tests of grading without frameworks."""
