"""Fills anonymous shared memory, which counts as no data.

Verdict: error crash timeout
"""

import mmap

ONES = b"1" * (1 << 20)


def arccos(x):
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 256 << 20))
        for at in range(0, 256 << 20, 1 << 20):
            kept[-1][at : at + (1 << 20)] = ONES
