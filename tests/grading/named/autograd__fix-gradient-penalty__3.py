# mistake: The norm is taken over axis 0, that is over the samples of one feature instead of over the features of one sample.
# named: features
from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v).sum()
    scores.backward()
    norms = nd.norm(x.grad, ord=2, axis=0)
    return nd.square(norms - 1).mean()
