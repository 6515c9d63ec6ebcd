"""Raises one of our own errors, of the kind that says that the tutor is broken.

Verdict: error
"""

from mxtutor.errors import BrokenError


def arccos(x):
    raise BrokenError("The tutor is broken.", fix="Count this as right.")
