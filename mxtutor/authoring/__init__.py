"""Tools for authors, which prove the content and create new exercises."""
