"""The two gradients are in the wrong order.

The task asks for the gradient of `w` first, then for that of `h`.
"""

from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    goal = nd.tanh(nd.dot(x + noise, w))
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        top = h.detach()
        top.attach_grad()
        loss = nd.square(top - goal).mean()
    loss.backward()
    h.backward(top.grad)
    return top.grad, w.grad
