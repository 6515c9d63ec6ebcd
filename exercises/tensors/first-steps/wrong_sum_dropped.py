"""The sum is not used.

Your result is still all ones: `x + 1` does not change `x`, it makes a new array. Return the sum, or write `x += 1`
first.
"""

from mxnet import nd


def ones_plus_one(rows, cols):
    x = nd.ones((rows, cols))
    x + 1
    return x
