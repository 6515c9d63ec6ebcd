from mxnet import autograd, nd, np


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step, self.limit = step, limit

    def forward(self, x):
        self.save_for_backward(x)
        units = nd.clip(x, -self.limit, self.limit) / self.step
        return np.around(units.as_np_ndarray()).as_nd_ndarray() * self.step

    def backward(self, dy):
        (x,) = self.saved_tensors
        return dy * (nd.abs(x) <= self.limit)


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
