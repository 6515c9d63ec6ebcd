# mistake: x.size is n * features, so the loss is divided by too much; it must be divided by n (len(x), y.size or mean()).
# named: divided-by-elements
from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = nd.zeros_like(w)
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y).sum() / x.size
        loss.backward()
        velocity = momentum * velocity + w.grad
        w -= lr * velocity
    return w
