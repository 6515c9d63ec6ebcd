"""`forward` changes its argument in place.

The caller still needs `x`, and the saved array is the same one: compute the limited values in a new array.
"""

import numpy as onp
from mxnet import autograd, nd


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step, self.limit = step, limit

    def forward(self, x):
        self.save_for_backward(x)
        x[:] = x.clip(-self.limit, self.limit)
        limited = x.asnumpy()
        return nd.array(onp.around(limited / self.step) * self.step)

    def backward(self, dy):
        (x,) = self.saved_tensors
        return dy * (nd.abs(x) <= self.limit)


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
