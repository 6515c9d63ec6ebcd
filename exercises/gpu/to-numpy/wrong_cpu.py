"""The array is moved to the CPU first, as in PyTorch.

An `NDArray` has no `cpu`, and needs none: `x.asnumpy()` works from every device.
"""


def to_numpy(x):
    return x.cpu().numpy()
