"""A second call with the same `x` adds its gradient to that of the first call.

With `grad_req='add'` `x.grad` keeps the old gradient. Attach a gradient in each call, with the default `'write'`.
"""

from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    if x.grad is None:
        x.attach_grad(grad_req="add")
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.norm(x.grad, axis=1)
    return nd.square(norms - 1).mean()
