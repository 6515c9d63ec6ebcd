"""The draw gets no shape.

`nd.random_exponential` needs a shape; write `nd.random_exponential(lam=lambd, shape=x.shape)`.
"""

from mxnet import nd


def exponential_like(x, lambd):
    return nd.random_exponential()
