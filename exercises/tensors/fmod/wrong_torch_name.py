"""The name is PyTorch's, and MXNet does not have it.

MXNet has no `fmod`; write the definition: `x - nd.trunc(x / d) * d`.
"""


def fmod(x, d):
    return x.fmod(d)
