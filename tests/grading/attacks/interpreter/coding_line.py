"""Hides its source behind the codec utf-7: what a scanner reads is not what runs.

Verdict: wrong error
"""

exec(b"# coding: utf-7\n+AGQAZQBm- arccos(x): return nd.zeros_like(x)")
