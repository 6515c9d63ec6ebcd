"""Buffers by hand with mark_variables."""

from mxnet import autograd, nd


def mean_square_grad(w, x, t):
    w, buffer = w.copy(), nd.zeros_like(w)
    autograd.mark_variables([w], [buffer], grad_reqs="write")
    with autograd.record():
        loss = nd.square(nd.dot(x, w) - t)
    loss.backward(nd.ones_like(loss) / loss.shape[0])
    return buffer
