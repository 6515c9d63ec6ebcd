"""Tests of reading content, the look-up."""
