"""Tests of the content."""
