# mistake: At the end grad_req of all parameters is set to "write", so a parameter that was frozen or accumulated before the call is changed by it.
# named: request-reset
import mxnet as mx
from mxnet import autograd, gluon, nd


def move_input(net, data, label, size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    params = net.collect_params()
    x = data.copy()
    x.attach_grad()
    # only the input needs a gradient
    params.setattr("grad_req", "null")
    try:
        with autograd.record(train_mode=False):
            loss = loss_fn(net(x), label).mean()
        loss.backward(train_mode=False)
    finally:
        params.setattr("grad_req", "write")
    return data + size * x.grad
