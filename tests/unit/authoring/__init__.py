"""Tests of the tools of authors."""
