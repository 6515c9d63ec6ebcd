"""The type's name holds terminal escapes and half a surrogate, to break what prints it."""


class Thing:
    pass


Thing.__qualname__ = "\x1b[2J\x1b]0;right\x07\ud800" * 100


def arccos(x):
    return Thing()
