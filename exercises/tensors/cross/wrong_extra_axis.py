"""The result for a single vector has an extra axis.

For a single pair of vectors your result has an extra axis: an element of an `mx.nd` vector has shape (1,), not (), so
`nd.stack` adds an axis. Use `nd.split` and `nd.concat`, or finish with `.reshape(x.shape)`.
"""

from mxnet import nd


def cross(x, y):
    a1, a2, a3 = (x[..., i] for i in range(3))
    b1, b2, b3 = (y[..., i] for i in range(3))
    return nd.stack(a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1, axis=-1)
