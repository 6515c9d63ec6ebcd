"""A class while it works: events of tutors, the server that stores them, and what they say about the class."""
