"""The result is always float32.

The dtype must not change: `x.asnumpy()` keeps it, without a cast.
"""


def to_numpy(x):
    return x.astype("float32").asnumpy()
