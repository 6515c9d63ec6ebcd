"""Grades a class on a Dask cluster, with the same results as on one machine."""
