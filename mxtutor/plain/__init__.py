"""Plain mode: the tutor line by line, for screen readers, pipes and simple terminals, without cursor or colours."""
