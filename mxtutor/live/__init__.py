"""A live class: the events of tutors, the client and the store for them, and the class view's data."""
