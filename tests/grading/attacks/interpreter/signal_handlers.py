"""Handlers for every signal that swallow it and write a frame.

Verdict: timeout
Seconds: 1
"""

import os
import signal
import time

for number in signal.valid_signals():
    try:
        signal.signal(number, lambda *a: os.write(3, b"MXT1"))
    except (OSError, ValueError):
        pass


def arccos(x):
    while True:
        time.sleep(1)
