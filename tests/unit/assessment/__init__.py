"""Tests of assess and placement."""
