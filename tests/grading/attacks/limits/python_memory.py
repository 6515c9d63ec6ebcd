"""Allocates without end.

Verdict: error crash
"""


def arccos(x):
    kept = []
    while True:
        kept.append(bytearray(100 << 20))
