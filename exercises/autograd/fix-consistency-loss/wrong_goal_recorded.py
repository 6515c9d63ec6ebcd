"""The goal is recorded and passes a gradient to `w`.

The path through `h` is right now. `predict_mode` does not stop the recording: compute the goal before the scope, or in
`autograd.pause()`.
"""

from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        with autograd.predict_mode():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = nd.square(h - goal).mean()
    loss.backward()
    return w.grad, 2 * (h - goal) / h.size
