# mistake: inside pause() the already recorded y is only given a second name, so the quotient is constant and the gradient is 0
# named: recorded
import mxnet as mx
from mxnet import autograd, nd


def normalised_gradient(x):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
        with autograd.pause():
            scale = y
        ratio = y / scale
    ratio.backward()
    return x.grad
