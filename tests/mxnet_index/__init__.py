"""Makes the index of MXNet's names that mxtutor ships; a test compares both."""
