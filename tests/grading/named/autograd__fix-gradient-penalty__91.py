# mistake: leaves the 1 of nd.norm, which is the order and not the axis, so each sample gets the L1 norm
# named: absolute-sum
from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.norm(x.grad, 1, axis=1)
    return nd.square(norms - 1).mean()
