# mistake: Uses the exponential of summed logarithms, which gives NaN for negative numbers.
# named: logarithms
from mxnet import nd


def cumprod(x):
    return nd.exp(nd.cumsum(nd.log(x), axis=1))
