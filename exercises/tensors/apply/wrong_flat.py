"""The shape is lost.

Your result has the right values, but only one axis: it needs `.reshape(x.shape)` after `nd.array`.
"""

from mxnet import nd


def apply_fn(x, fn):
    return nd.array([fn(float(v)) for v in x.asnumpy().ravel()])
