# mistake: (1) w is not copied, so the argument is changed in place. (2) With grad_req 'add' the gradient is never set to zero, so the gradients of earlier steps stay in (wrong from step two on).
# named: not-emptied
from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w.attach_grad(grad_req="add")
    total = x.shape[0]
    for step in range(steps):
        begin = 0
        while begin < total:
            end = min(begin + size, total)
            with autograd.record():
                error = nd.dot(x[begin:end], w) - y[begin:end]
                loss = (error * error).sum() / total
            loss.backward()
            begin = end
        w -= lr * w.grad
    return w.copy()
