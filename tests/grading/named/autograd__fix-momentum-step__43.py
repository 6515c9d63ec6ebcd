# mistake: Only the first gradient is divided by n, the later ones are still sums over the samples; every gradient must be divided by n.
# named: first-step-only
from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    n = x.shape[0]
    velocity = None
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y)
        loss.backward()
        velocity = w.grad / n if velocity is None else momentum * velocity + w.grad
        w -= lr * velocity
    return w
