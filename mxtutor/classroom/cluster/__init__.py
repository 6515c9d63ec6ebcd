"""Grades a class on a Dask cluster: the same results as on one machine, computed by many."""
