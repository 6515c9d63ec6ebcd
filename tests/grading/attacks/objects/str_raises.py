"""Raises an error whose text cannot be read, which raises errors of its own.

Verdict: error crash
"""


class Nasty(Exception):
    def __str__(self):
        raise KeyboardInterrupt

    __repr__ = __str__

    @property
    def __cause__(self):
        raise GeneratorExit

    __traceback__ = __context__ = __cause__


def arccos(x):
    raise Nasty
