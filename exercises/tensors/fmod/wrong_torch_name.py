"""The name is PyTorch's, and MXNet does not have it.

MXNet has no `fmod` in any style; write it out: `x - nd.trunc(x / d) * d`.
"""


def fmod(x, d):
    return x.fmod(d)
