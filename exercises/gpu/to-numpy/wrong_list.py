"""The result is a list of numbers.

That is a Python list: leave `tolist()` out.
"""


def to_numpy(x):
    return x.asnumpy().tolist()
