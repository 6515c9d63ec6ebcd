from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    before = autograd.set_recording(True)
    try:
        y = net(x)
    finally:
        autograd.set_recording(before)
    autograd.backward([y], train_mode=False)
    return x.grad
