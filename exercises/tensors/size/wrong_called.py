"""A property is called like a method.

`x.size` is an int in MXNet, the very number that you want: leave the parentheses out.
"""


def count(x):
    return x.size()
