"""What an answer is compared with: the reference results on drawn cases, and recomputed observations."""
