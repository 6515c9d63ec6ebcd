"""Allocates without end.

Verdict: error crash
Seconds: 30
"""


def arccos(x):
    kept = []
    while True:
        kept.append(bytearray(100 << 20))
