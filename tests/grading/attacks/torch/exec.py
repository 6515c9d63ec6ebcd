"""Becomes another program that prints a result and leaves with success.

Verdict: error
Headline: PermissionError|FileNotFoundError
"""

import os
import sys


def arccos(x):
    os.execv(sys.executable, [sys.executable, "-c", "import torch"])
