"""The element -inf becomes NaN.

`-inf * 0` and `-inf + inf` are NaN. Do not compute the 0 with a product or a sum: choose between two arrays with `nd.where`.
"""


def zero_negatives(x):
    return x * (x >= 0)
