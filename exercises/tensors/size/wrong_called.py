"""A property is called like a method.

In MXNet `x.size` is already the number, an int: leave the parentheses out.
"""


def count(x):
    return x.size()
