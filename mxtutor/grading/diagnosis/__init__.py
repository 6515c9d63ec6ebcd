"""Mistakes that an answer to any exercise can make: rules over its error, its source and what it returned."""
