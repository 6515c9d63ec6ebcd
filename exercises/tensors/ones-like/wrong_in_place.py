"""The argument is overwritten.

The result is right, but you wrote the ones into `x` itself, and the caller's values are lost. Make a new array:
`nd.ones_like(x)`.
"""


def ones_like(x):
    x[:] = 1
    return x
