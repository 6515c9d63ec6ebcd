"""The name is PyTorch's, and MXNet does not have it.

MXNet has NumPy's name for it: `nd.clip(x, lo, hi)`, not `clamp`.
"""


def clip(x, lo, hi):
    return x.clamp(lo, hi)
