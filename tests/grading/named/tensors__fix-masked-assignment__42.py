# mistake: nd.where does not broadcast its second argument, so an array of shape (1,) raises a shape error; it needs an array of the shape of x, such as nd.full(x.shape, value).
# named: where-shapes
from mxnet import nd


def cap_outliers(x, low, high, value):
    outside = nd.logical_or(x < low, x > high)
    filler = nd.array([value], ctx=x.context)
    return nd.where(outside, filler, x)
