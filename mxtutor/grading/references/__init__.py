"""Computes the references for answers: reference results on drawn cases, and recomputed observations."""
