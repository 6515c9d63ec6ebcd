"""What is taught, as plain data."""
