"""Tests of pages, reports and words."""
