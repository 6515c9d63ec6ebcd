"""`mxtutor serve`: learners use the tutor in a browser; each one has a link, a home and a session of their own."""
