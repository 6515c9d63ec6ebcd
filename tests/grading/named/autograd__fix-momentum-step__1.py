# mistake: The loss is now the mean, but the first velocity is still the gradient buffer itself, which the next backward overwrites.
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
        velocity = w.grad if velocity is None else momentum * velocity + w.grad
        w -= lr * velocity
    return w
