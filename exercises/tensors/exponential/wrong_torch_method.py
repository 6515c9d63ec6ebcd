"""The method is PyTorch's, and MXNet does not have it.

An `NDArray` has no `exponential_`; draw with `nd.random_exponential(lam=lambd, shape=x.shape)`.
"""


def exponential_like(x, lambd):
    return x.exponential_(lambd)
