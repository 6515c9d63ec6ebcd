"""The intermediate has no gradient.

`x.grad` is right now; `h.grad` is `None`, since MXNet keeps no gradient for an intermediate result: go back to a detached `h` first.
"""

from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        loss = (h**2).sum()
    loss.backward()
    return x.grad, h.grad
