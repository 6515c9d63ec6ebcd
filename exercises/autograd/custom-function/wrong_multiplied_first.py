"""The values are multiplied by `step` before the rounding.

Use the opposite order: divide by `step`, round, then multiply by `step`.
"""

import numpy as onp
from mxnet import autograd, nd


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step, self.limit = step, limit

    def forward(self, x):
        self.save_for_backward(x)
        limited = x.asnumpy().clip(-self.limit, self.limit)
        return nd.array(onp.around(limited * self.step) / self.step)

    def backward(self, dy):
        (x,) = self.saved_tensors
        return dy * (nd.abs(x) <= self.limit)


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
