"""`mxtutor serve`: learners use the tutor in a browser, each with an own link, home folder and session."""
