from mxnet import autograd, nd


def saliency(net, x, labels):
    x.attach_grad()
    with autograd.record():
        with autograd.predict_mode():
            scores = net(x)
    n, classes = scores.shape
    scores.backward(nd.one_hot(labels, classes), train_mode=False)
    return nd.abs(x.grad)
