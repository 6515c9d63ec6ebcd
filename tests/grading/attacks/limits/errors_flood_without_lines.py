"""Writes to standard error without end and without a line's end.

Verdict: crash timeout
Seconds: 5
Headline: printed more than
"""

import os


def arccos(x):
    while True:
        os.write(2, b"x" * 65_536)
