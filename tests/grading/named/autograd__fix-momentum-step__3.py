# mistake: detach() shares the memory of the caller's w, so the update in place changes the caller's weights.
# named: input-overwritten
from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.detach()
    w.attach_grad()
    velocity = nd.zeros_like(w)
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y).mean()
        loss.backward()
        velocity = momentum * velocity + w.grad
        w -= lr * velocity
    return w
