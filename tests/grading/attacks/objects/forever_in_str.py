"""Raises an error whose text never ends.

Verdict: timeout
Seconds: 1
"""


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def arccos(x):
    raise Endless
