"""The two gradients are in the wrong order.

The task asks for the gradient with respect to `w` first, then for the one with respect to `h`.
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
