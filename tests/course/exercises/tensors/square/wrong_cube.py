"""The third power.

That is the third power: multiply once.
"""


def square(x):
    return x * x * x
