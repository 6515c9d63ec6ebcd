"""The name is PyTorch's, and MXNet does not have it.

In MXNet it is `expand_dims`: `nd.expand_dims(x, axis=dim)`.
"""


def expand_dims(x, dim):
    return x.unsqueeze(dim)
