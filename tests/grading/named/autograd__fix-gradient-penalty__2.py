# mistake: The second positional argument of nd.norm is the order, not the axis, so this is still the 1-norm of the whole array.
# named: one-norm
from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.norm(x.grad, 1)
    return nd.square(norms - 1).mean()
