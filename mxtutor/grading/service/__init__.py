"""The grader as a process of its own: the client that the tutor calls, and the server."""
