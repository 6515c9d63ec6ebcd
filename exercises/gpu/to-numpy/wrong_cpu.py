"""The array is moved to the CPU first, as in PyTorch.

An `NDArray` has no `cpu`, and you do not need it: `x.asnumpy()` works for every device.
"""


def to_numpy(x):
    return x.cpu().numpy()
