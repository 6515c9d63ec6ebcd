"""The result counts bytes, not elements.

You return the number of bytes, four per float32. The number of elements is `x.size`.
"""


def count(x):
    return x.asnumpy().nbytes
