"""The grader as a separate process: the client that the tutor calls, and the server."""
