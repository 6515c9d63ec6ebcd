"""The gradient of `h` is computed from that of `x` by a division.

Where `tanh` is 1 or -1 its derivative is 0, and 0 / 0 is nan: make a backward pass to a detached copy of `h` instead.
"""

from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        loss = (h**2).sum()
    loss.backward()
    return x.grad, x.grad / (1 - h**2)
