"""A regular expression that backtracks for years.

Verdict: timeout
Seconds: 1
"""

import re


def arccos(x):
    return re.match(r"(a+)+$", "a" * 60 + "b")
