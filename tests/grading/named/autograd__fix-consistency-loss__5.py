# mistake: The first autograd.grad frees the graph because retain_graph=True is missing, so the second call fails.
# named: graph-freed
from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w = w.copy()
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        with autograd.pause():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = nd.square(h - goal).mean()
    grad_w = autograd.grad(loss, [w])[0]
    grad_h = autograd.grad(loss, [h])[0]
    return grad_w, grad_h
