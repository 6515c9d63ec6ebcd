# mistake: x.size is the number of all elements in MXNet, so the sum is divided by samples times features instead of the samples.
# named: size-not-length
from mxnet import autograd, gluon, nd


def clipped_gradient(w, x, y, limit):
    w = w.copy()
    w.attach_grad()
    total = nd.zeros_like(w)
    for features, target in zip(x, y):
        with autograd.record():
            loss = nd.square((features * w).sum() - target)
        loss.backward()
        gluon.utils.clip_global_norm([w.grad], limit)
        total += w.grad
    return total / x.size
