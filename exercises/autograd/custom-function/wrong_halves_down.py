"""Halves are rounded down.

`nd.rint` gives 1 for 1.5, PyTorch gives 2: round with `np.around` on `as_np_ndarray()`.
"""

from mxnet import autograd, nd


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step, self.limit = step, limit

    def forward(self, x):
        self.save_for_backward(x)
        return nd.rint(nd.clip(x, -self.limit, self.limit) / self.step) * self.step

    def backward(self, dy):
        (x,) = self.saved_tensors
        return dy * (nd.abs(x) <= self.limit)


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
