"""Returns an object whose type raises SystemExit when its name is asked for.

Verdict: error
Headline: SystemExit
"""


class Meta(type):
    @property
    def __module__(cls):
        raise SystemExit(0)


class Thing(metaclass=Meta):
    pass


def arccos(x):
    return Thing()
