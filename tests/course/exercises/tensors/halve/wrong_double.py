"""The double.

That is the double.
"""


def halve(x):
    return x * 2
