"""The gradient with respect to `w` comes from the goal, not from `h`.

The goal is recorded: `predict_mode` does not stop the recording. And the graph of the loss does not contain the step from `w` to `h`,
because of `h.attach_grad()` or `detach()`. Print `w.grad` while the goal is a fixed array: it is 0, so begin with this step.
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
