# mistake: The scores are still averaged, so each sample's gradient is divided by n.
# named: mean-of-scores
from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v).mean()
    scores.backward()
    norms = nd.norm(x.grad, axis=1)
    return nd.square(norms - 1).mean()
