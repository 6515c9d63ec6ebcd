from mxnet import autograd, np


def mean_square_grad(w, x, t):
    w, x, t = (array.as_np_ndarray() for array in (w, x, t))
    w.attach_grad()
    with autograd.record():
        loss = ((np.dot(x, w) - t) ** 2).mean()
    loss.backward()
    return w.grad
