"""The quotient is not computed.

That is the gradient of `y`: divide by `scale` before you call `backward`, or divide the gradient by it.
"""

from mxnet import autograd


def normalised_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
    y.backward()
    return x.grad
