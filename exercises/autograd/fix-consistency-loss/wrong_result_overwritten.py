"""The second call overwrites the result of the first call.

Each `backward` writes into the array `w.grad`. If `w` keeps this array from call to call, all results are the same array:
attach a gradient in each call, or return a copy.
"""

from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    if w.grad is None:
        w.attach_grad()
    goal = nd.tanh(nd.dot(x + noise, w))
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
    top = h.detach()
    top.attach_grad()
    with autograd.record():
        loss = nd.square(top - goal).mean()
    loss.backward()
    h.backward(top.grad)
    return w.grad, top.grad
