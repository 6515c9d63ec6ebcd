"""Aborts.

Verdict: crash
Headline: SIGABRT|SIGSEGV
"""

import os


def arccos(x):
    os.abort()
