# mistake: detach() shares the memory of w.grad, so the next backward overwrites the velocity of the first step
# named: velocity-overwritten
from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = None
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y).mean()
        loss.backward()
        g = w.grad.detach()
        velocity = g if velocity is None else momentum * velocity + g
        w -= lr * velocity
    return w
