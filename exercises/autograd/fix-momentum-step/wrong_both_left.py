"""Both mistakes are still there.

`backward` of a vector gives the gradient of the sum, and `velocity` names the array that the next `backward`
overwrites. Print the gradient of the first step beside PyTorch's, then the velocity before and after the second
`backward`.
"""

from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = None
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y)
        loss.backward()
        velocity = w.grad if velocity is None else momentum * velocity + w.grad
        w -= lr * velocity
    return w
