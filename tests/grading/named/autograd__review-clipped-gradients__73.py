# mistake: The vectorised version takes the mean of the losses before backward, so each row is the gradient divided by n, and it is clipped and averaged again in this wrong scale. The sum of the losses must be used.
# named: rows-of-a-mean
from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    # one copy of w per sample, so that each row gets its own gradient
    rows = nd.broadcast_to(w.reshape((1, -1)), shape=x.shape).copy()
    rows.attach_grad()
    with autograd.record():
        residual = (x * rows).sum(axis=1) - y
        loss = nd.square(residual).mean()
    loss.backward()

    gradients = rows.grad
    norms = nd.sqrt(nd.square(gradients).sum(axis=1, keepdims=True))
    gradients = gradients * nd.minimum(limit / norms, 1)
    return gradients.mean(axis=0)
