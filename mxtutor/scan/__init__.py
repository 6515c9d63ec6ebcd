"""Reads a PyTorch project without importing or running it, and says what a move to MXNet needs."""
