"""A name of PyTorch that MXNet does not have.

MXNet has no `fmod` in any style; write it out: `x - nd.trunc(x / d) * d`.
"""


def fmod(x, d):
    return x.fmod(d)
