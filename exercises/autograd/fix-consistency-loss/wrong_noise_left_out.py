"""The goal is computed without the noise.

The goal is then equal to `h`, so the loss and all gradients are 0: compute it from `x + noise`.
"""

from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    goal = nd.tanh(nd.dot(x, w))
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        top = h.detach()
        top.attach_grad()
        loss = nd.square(top - goal).mean()
    loss.backward()
    h.backward(top.grad)
    return w.grad, top.grad
