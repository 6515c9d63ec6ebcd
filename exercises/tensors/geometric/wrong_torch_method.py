"""The method is PyTorch's, and MXNet does not have it.

An `NDArray` has no `geometric_`; use `nd.random.negative_binomial(k=1, p=p, shape=x.shape) + 1`.
"""


def geometric_like(x, p):
    return x.geometric_(p)
