from mxnet import autograd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        (g,) = autograd.grad(f(x), [x], create_graph=True)
    (h,) = autograd.grad(g, [x])
    return h
