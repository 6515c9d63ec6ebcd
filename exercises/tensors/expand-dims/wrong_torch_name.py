"""A name of PyTorch that MXNet does not have.

MXNet calls it `expand_dims`: `nd.expand_dims(x, axis=dim)`.
"""


def unsqueeze(x, dim):
    return x.unsqueeze(dim)
