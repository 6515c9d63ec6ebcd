"""Ratios measured in one run: `.venv/bin/python -m benchmarks [NAME ...]`."""
