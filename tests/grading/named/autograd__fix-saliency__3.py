# mistake: autograd.record() inside predict_mode() switches the train mode on again, so Dropout and BatchNorm still train.
# named: forward-training
from mxnet import autograd, nd


def saliency(net, x, labels):
    x = x.copy()
    x.attach_grad()
    with autograd.predict_mode():
        with autograd.record():
            chosen = nd.pick(net(x), labels, axis=1)
    chosen.backward(train_mode=False)
    return x.grad.abs()
