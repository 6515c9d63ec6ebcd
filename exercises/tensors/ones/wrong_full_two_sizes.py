"""`nd.full` gets two sizes, not one shape.

`nd.full` takes a shape and a value: with two numbers it makes a vector of `rows` elements with the value `cols`.
Write `nd.ones((rows, cols))`, or `nd.full((rows, cols), 1)`.
"""

from mxnet import nd


def make_ones(rows, cols):
    return nd.full(rows, cols)
