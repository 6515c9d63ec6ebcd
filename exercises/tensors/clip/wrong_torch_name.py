"""A name of PyTorch that MXNet does not have.

MXNet has NumPy's name for it: `nd.clip(x, lo, hi)`, not `clamp`.
"""


def clamp(x, lo, hi):
    return x.clamp(lo, hi)
