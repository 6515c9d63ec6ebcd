"""A float32 array and an integer array are mixed.

One operator does not accept `NDArray`s of two dtypes; use `nd.trunc(x)`, which stays float32, instead of a cast to integers.
"""


def frac(x):
    return x - x.astype("int32")
