"""Tools for authors: they prove the content and create new exercises."""
