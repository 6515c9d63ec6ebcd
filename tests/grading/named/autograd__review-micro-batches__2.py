# mistake: The added-up gradient is never set to zero after a step, so each step also contains the gradients of all steps before.
# named: not-emptied
from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    w.attach_grad(grad_req="add")
    n = len(x)
    for _ in range(steps):
        for i in range(0, n, size):
            with autograd.record():
                loss = ((nd.dot(x[i : i + size], w) - y[i : i + size]) ** 2).sum() / n
            loss.backward()
        w -= lr * w.grad
    return w.detach()
