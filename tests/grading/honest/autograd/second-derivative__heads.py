from mxnet import autograd, nd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        y = f(x)
        gradients = autograd.grad([y], [x], head_grads=[nd.ones_like(y)], create_graph=True, retain_graph=True)
    autograd.backward(gradients)
    return x.grad
