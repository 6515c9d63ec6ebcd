"""Exercises from a learner's own torch functions and Modules, and the comparison of ports with their originals."""
