"""The array is divided by itself.

Dividing `x` by itself fails where `x` is 0: between integers that ends the whole process, and between floats it gives
NaN. The values of `x` must not matter: use `nd.ones_like(x)`.
"""


def ones_like(x):
    return x / x
