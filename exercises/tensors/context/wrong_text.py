"""The result is a string.

You return the context as a string; return the `Context` itself, `x.context`.
"""


def context_of(x):
    return str(x.context)
