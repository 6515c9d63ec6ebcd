# mistake: The mask is applied by multiplication: an infinite element of x gives inf * 0 = NaN instead of value (and an infinite value makes the kept elements NaN). nd.where selects without arithmetic.
# named: multiplied
from mxnet import nd


def cap_outliers(x, low, high, value):
    below = nd.lesser(x, low)
    above = nd.greater(x, high)
    outside = nd.maximum(below, above)
    return x * (1 - outside) + value * outside
