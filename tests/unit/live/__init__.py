"""Tests of the class view and its store."""
