"""Raises SystemExit(0), which ends most graders with success.

Verdict: error
Headline: SystemExit
"""

import sys


def arccos(x):
    sys.exit(0)
