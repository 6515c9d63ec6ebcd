"""The method is returned, not called.

You return the method, not its result: call it with parentheses, `x.copy()`.
"""


def copy(x):
    return x.copy
