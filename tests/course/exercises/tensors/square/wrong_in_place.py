"""The argument is overwritten.

`x *= x` writes into the argument: make a new array.
"""


def square(x):
    x *= x
    return x
