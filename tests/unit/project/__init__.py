"""Tests of the documents and files of the project."""
