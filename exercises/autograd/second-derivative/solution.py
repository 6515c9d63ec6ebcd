from mxnet import autograd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        y = f(x)
        g = autograd.grad(y, [x], create_graph=True)[0]
    g.backward()
    return x.grad
