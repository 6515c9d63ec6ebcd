"""Prints without end.

Verdict: crash timeout
Seconds: 5
Headline: printed more than
"""

import os


def arccos(x):
    while True:
        os.write(1, b"right\n" * 10_000)
