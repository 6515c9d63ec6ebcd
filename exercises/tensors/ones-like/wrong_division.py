"""The array is divided by itself.

`x / x` fails where `x` is 0: for integers it ends the whole process, and for floats it gives
NaN. The values of `x` must not matter: use `nd.ones_like(x)`.
"""


def ones_like(x):
    return x / x
