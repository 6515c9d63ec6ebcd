"""The torch name.

MXNet calls it `expand_dims`: `nd.expand_dims(x, axis=dim)`.
"""


def unsqueeze(x, dim):
    return x.unsqueeze(dim)
