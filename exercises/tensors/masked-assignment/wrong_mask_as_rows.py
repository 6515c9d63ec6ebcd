"""The mask is read as row numbers.

A comparison gives zeros and ones, and an array in square brackets names rows: the rows 0 and 1 are overwritten. Use
`nd.where(x < 0, nd.zeros_like(x), x)`, or a mask on `x.as_np_ndarray()`.
"""


def zero_negatives(x):
    y = x.copy()
    y[y < 0] = 0
    return y
