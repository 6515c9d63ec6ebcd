"""The gradient of `w` comes from the goal, not from `h`.

The goal is recorded, and the path from `h` to `w` is cut, by `h.attach_grad()` or `detach()`. `predict_mode` does not stop the recording.
Print the gradient of `w` while the goal is a fixed array: it is 0, so begin with the path.
"""

from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        h.attach_grad()
        with autograd.predict_mode():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = nd.square(h - goal).mean()
    loss.backward()
    return w.grad, h.grad
