"""The draw gets no shape.

You drew a single number, of shape (1,): `nd.random.uniform` needs the shape. Pass
`shape=x.shape`.
"""

from mxnet import nd


def uniform_like(x, low, high):
    return nd.random.uniform(low, high)
