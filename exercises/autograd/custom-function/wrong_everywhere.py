"""The gradient passes outside of the limits, too.

Where `x` is beyond `limit` the result does not change with `x`: multiply the gradient by `nd.abs(x) <= limit`. In a sum with a detached
difference, begin with the limited `x`.
"""

from mxnet import autograd, nd, np


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step, self.limit = step, limit

    def forward(self, x):
        units = nd.clip(x, -self.limit, self.limit) / self.step
        return np.around(units.as_np_ndarray()).as_nd_ndarray() * self.step

    def backward(self, dy):
        return dy


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
