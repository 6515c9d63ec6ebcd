"""Registers functions that write a frame when Python ends, and ends Python.

Verdict: error
Headline: SystemExit
"""

import atexit
import os
import sys
import threading

atexit.register(lambda: os.write(3, b"MXT1"))
threading._register_atexit(lambda: os.write(3, b"MXT1"))


def arccos(x):
    sys.exit(0)
