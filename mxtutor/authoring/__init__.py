"""For authors: proves the content and starts new exercises."""
