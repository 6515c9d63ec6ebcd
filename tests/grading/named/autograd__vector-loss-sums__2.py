# mistake: Divides the summed gradient by len(w), the number of weights, instead of the number of samples.
# named: divided-by-weights
from mxnet import autograd, nd


def mean_square_grad(w, x, t):
    w = w.copy()
    w.attach_grad()
    with autograd.record():
        loss = (nd.dot(x, w) - t) ** 2
    loss.backward()
    return w.grad / len(w)
