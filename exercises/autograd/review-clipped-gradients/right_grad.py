from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w.attach_grad()
    total = nd.zeros_like(w)
    for features, target in zip(x, y):
        with autograd.record():
            loss = nd.square(nd.dot(features, w) - target)
        (gradient,) = autograd.grad(loss, [w])
        norm = float(nd.norm(gradient).asscalar())
        total += gradient * (limit / max(norm, limit))
    return total / len(y)
