"""The class view: what an instructor sees of a class in the terminal."""
