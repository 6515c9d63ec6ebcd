"""The one screen of an exercise: its parts, and what surrounds an exercise in the course, a drill or a test."""
