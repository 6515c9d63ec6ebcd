"""The course as plain data."""
