"""The one screen of an exercise, and how it differs in the course, a drill and a test (`visit`)."""
