"""The result is a Python list.

Your result is a Python list. Return the NumPy array that `x.asnumpy()` gives and leave `tolist()` out.
"""


def to_numpy(x):
    return x.asnumpy().tolist()
