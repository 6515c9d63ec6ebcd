"""The course as plain data, read from lessons, exercises and tables."""
