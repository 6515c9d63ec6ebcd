"""The second backward pass starts from ones.

`h.backward()` needs the gradient of the loss with respect to `h` as its head gradient: pass the gradient of the detached copy.
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
    h.backward()
    return w.grad, top.grad
