"""The tutor line by line, for screen readers, pipes and simple terminals: no cursor movement, no colour, no frames."""
