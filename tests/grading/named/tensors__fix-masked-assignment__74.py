# mistake: First, y is x itself and is written in place, so x changes; a right answer returns a new array. Second, elements equal to low or high are replaced too; a right answer compares with < and >.
# named: limits-included
from mxnet import nd


def cap_outliers(x, low, high, value):
    y = x
    outside = (y <= low) + (y >= high)
    y[:] = nd.where(outside, nd.ones_like(y) * value, y)
    return y
