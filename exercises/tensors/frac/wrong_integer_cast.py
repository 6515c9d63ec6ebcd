"""A float32 array and an integer array are mixed.

Legacy arrays of two dtypes do not mix in one operator; use `nd.trunc(x)`, which stays float32, instead of a cast to integers.
"""


def frac(x):
    return x - x.astype("int32")
