"""The name is PyTorch's, and MXNet does not have it.

MXNet arrays have no `uniform_`: make a new array with `nd.random.uniform(low, high,
shape=x.shape)`.
"""


def uniform_like(x, low, high):
    return x.uniform_(low, high)
