"""Decodes and checks the results of processes."""
