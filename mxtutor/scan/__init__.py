"""Reads a PyTorch project without importing or running it, and tells what a move to MXNet needs."""
