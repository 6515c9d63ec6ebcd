"""The gradient with respect to `w` is 0.

The goal is right now. `h.attach_grad()` starts a new graph at `h`, and the gradient of a copy is 0 before the backward pass of the loss.
First run the backward pass from the loss to a detached copy of `h`, then one from the recorded `h` to `w`.
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
