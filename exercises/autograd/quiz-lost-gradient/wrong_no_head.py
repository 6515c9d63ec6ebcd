"""The second backward pass does not use the first one.

`h.backward()` starts from ones: pass it the gradient with respect to `h`, `h.backward(top.grad)`.
"""

from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        top = h.detach()
        top.attach_grad()
        loss = (top**2).sum()
    loss.backward()
    h.backward()
    return x.grad, top.grad
