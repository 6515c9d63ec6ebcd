"""A property is called like a method.

`x.T` already is the transposed array: leave the parentheses out.
"""


def transpose(x):
    return x.T()
