# mistake: Takes the arctangent of the quotient, which loses the quadrant and fails on the axes.
# named: quotient
from mxnet import nd


def arctan2(x, y):
    return nd.arctan(x / y)
