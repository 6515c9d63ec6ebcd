"""Catches each MemoryError and goes on.

Verdict: timeout crash
Seconds: 1
"""

kept = []


def arccos(x):
    while True:
        try:
            kept.append(bytearray(10 << 20))
        except MemoryError:
            continue
