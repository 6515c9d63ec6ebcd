from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.record():
        with autograd.predict_mode():
            y = net(x)
    autograd.backward([y], train_mode=False)
    return x.grad
