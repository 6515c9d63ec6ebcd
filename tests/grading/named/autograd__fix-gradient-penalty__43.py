# mistake: The gradient of the mean of the scores is scaled back by the number of features (x.shape[1]); the mean divided by the number of samples, so it must be x.shape[0] (or no mean at all).
# named: scaled-by-features
from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        score = nd.dot(nd.tanh(nd.dot(x, w)), v).mean()
    score.backward()
    g = x.grad * x.shape[1]
    norms = nd.norm(g, ord=2, axis=1)
    return nd.square(norms - 1).mean()
