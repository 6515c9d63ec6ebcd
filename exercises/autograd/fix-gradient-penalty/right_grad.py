from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        total = nd.dot(nd.tanh(nd.dot(x, w)), v).sum()
    (g,) = autograd.grad(total, [x])
    norms = nd.sqrt(nd.square(g.T).sum(axis=0))
    return ((norms - 1) ** 2).mean()
