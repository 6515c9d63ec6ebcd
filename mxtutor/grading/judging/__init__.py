"""Comparisons of results with the reference: values, effects, observations, random draws."""
