"""The gradient of `w` is 0.

The goal is right now. After `h.attach_grad()` a new graph starts at `h`, so nothing reaches `w`: go from the loss to a detached `h`,
then from the recorded `h` to `w`.
"""

from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        h.attach_grad()
        with autograd.pause():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = nd.square(h - goal).mean()
    loss.backward()
    return w.grad, h.grad
