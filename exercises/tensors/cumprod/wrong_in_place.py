"""The argument is overwritten.

The values are right, but you multiplied inside the caller's `x`: work on `x.copy()`, or collect new columns and
`nd.stack` them.
"""


def cumprod(x):
    for j in range(1, x.shape[1]):
        x[:, j] = x[:, j] * x[:, j - 1]
    return x
