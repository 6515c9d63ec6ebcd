"""Right values but for one NaN, which makes maxima NaN."""

from mxnet import nd


def arccos(x):
    result = nd.arccos(x)
    flat = result.reshape((-1,))
    flat[0] = float("nan")
    return flat.reshape(x.shape)
