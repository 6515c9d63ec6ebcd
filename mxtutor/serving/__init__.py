"""`mxtutor serve`: learners use the tutor in a browser, each with a link, a home folder and a session of their own."""
