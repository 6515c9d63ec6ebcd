# mistake: keeps grad_req="add" and calls zeros_like(), which returns a new array and does not clear the gradient, so the gradients of the samples add up
# named: added-up
from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w.attach_grad(grad_req="add")
    gradients = []
    for features, target in zip(x, y):
        w.grad.zeros_like()
        with autograd.record():
            loss = nd.square((features * w).sum() - target)
        loss.backward()
        gradients.append(w.grad.copy())
    gradients = nd.stack(*gradients)
    norms = nd.norm(gradients, axis=1, keepdims=True)
    return (gradients * nd.minimum(limit / norms, 1)).mean(axis=0)
