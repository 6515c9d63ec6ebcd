# mistake: w.grad is appended without a copy, so every element of the list is the same buffer with the last sample's gradient.
# named: same-array
from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w = w.copy()
    w.attach_grad()
    gradients = []
    for features, target in zip(x, y):
        with autograd.record():
            loss = nd.square((features * w).sum() - target)
        loss.backward()
        gradients.append(w.grad)
    gradients = nd.stack(*gradients)
    norms = nd.norm(gradients, axis=1, keepdims=True)
    return (gradients * nd.minimum(limit / norms, 1)).mean(axis=0)
