"""Tests of the set-up, of the built packages and of the pins."""
