"""One module a screen, its styles beside it."""
