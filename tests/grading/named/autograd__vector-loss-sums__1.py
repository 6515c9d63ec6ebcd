# mistake: Calls backward on the per-sample loss without taking the mean, so the gradient is n times too large.
# named: vector-loss
from mxnet import autograd, nd


def mean_square_grad(w, x, t):
    w = w.copy()
    w.attach_grad()
    with autograd.record():
        loss = (nd.dot(x, w) - t) ** 2
    loss.backward()
    return w.grad
