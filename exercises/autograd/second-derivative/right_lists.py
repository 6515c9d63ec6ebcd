from mxnet import autograd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        gradients = autograd.grad([f(x)], [x], create_graph=True)
    autograd.backward(gradients)
    return x.grad
