# mistake: `h.attach_grad()` inside record cuts h from its graph, so no gradient gets back to w.
# named: graph-cut
from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        h.attach_grad()
        with autograd.pause():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = nd.square(h - goal).mean()
    loss.backward()
    return w.grad, h.grad
