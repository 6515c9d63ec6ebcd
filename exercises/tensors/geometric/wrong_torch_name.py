"""The function has PyTorch's name.

MXNet has no `geometric`; use `nd.random.negative_binomial(k=1, p=p, shape=x.shape) + 1`.
"""

from mxnet import nd


def geometric_like(x, p):
    return nd.random.geometric(p, shape=x.shape)
