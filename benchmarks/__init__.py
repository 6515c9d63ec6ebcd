"""Benchmarks, most of them ratios of two things that one run measures: `.venv/bin/python -m benchmarks [NAME ...]`."""
