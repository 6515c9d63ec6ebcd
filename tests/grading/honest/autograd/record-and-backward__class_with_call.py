"""An object with __call__, and autograd.grad."""

from mxnet import autograd


class Gradient:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        x = x.copy()
        x.attach_grad()
        with autograd.record():
            y = self.function(x)
        return autograd.grad([y], [x], head_grads=None)[0]


input_gradient = Gradient(lambda x: x * x * x + 2 * x)
