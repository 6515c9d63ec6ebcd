"""The one screen of an exercise; how it differs in a drill and a test is in `visits`."""
