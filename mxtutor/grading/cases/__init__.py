"""Draws the arguments of each case from a seed."""
