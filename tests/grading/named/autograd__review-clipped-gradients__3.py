# mistake: w.grad = None is PyTorch's way to clear a gradient, in MXNet grad is a read-only property and cannot be set.
# named: grad-assigned
from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w = w.copy()
    w.attach_grad(grad_req="add")
    gradients = []
    for features, target in zip(x, y):
        w.grad = None
        with autograd.record():
            loss = nd.square((features * w).sum() - target)
        loss.backward()
        gradients.append(w.grad.copy())
    gradients = nd.stack(*gradients)
    norms = nd.norm(gradients, axis=1, keepdims=True)
    return (gradients * nd.minimum(limit / norms, 1)).mean(axis=0)
