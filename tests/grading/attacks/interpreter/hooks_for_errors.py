"""Replaces the hooks for exceptions, warnings, threads and unraisable errors, and fails.

Verdict: error
Headline: RuntimeError
"""

import os
import sys
import threading
import warnings

sys.excepthook = sys.unraisablehook = threading.excepthook = lambda *a: os._exit(0)
warnings.showwarning = lambda *a, **k: os._exit(0)
sys.displayhook = sys.breakpointhook = lambda *a: os._exit(0)


def arccos(x):
    raise RuntimeError("hooked")
