"""The argument is overwritten.

`/=` writes into the argument.
"""


def halve(x):
    x /= 2
    return x
