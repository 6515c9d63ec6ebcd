"""Burns processor time inside one call of C code, where Python handles no signal.

Verdict: timeout
Seconds: 1
"""


def arccos(x):
    return 7 ** (10**9)
