"""The components are taken along the first axis.

You take the components from axis 0 (as PyTorch's old `x.cross(y)` does on a 3 x 3 tensor); the vectors are along the
last axis, so split with `axis=-1`, as in `nd.split(x, num_outputs=3, axis=-1)`.
"""

from mxnet import nd


def cross(x, y):
    a1, a2, a3 = nd.split(x, num_outputs=3, axis=0)
    b1, b2, b3 = nd.split(y, num_outputs=3, axis=0)
    return nd.concat(a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1, dim=0)
