from mxnet import autograd, nd


def saliency(net, x, labels):
    x.attach_grad()
    with autograd.record(train_mode=False):
        scores = net(x)
    n, classes = scores.shape
    heads = nd.one_hot(labels, classes)
    (g,) = autograd.grad(scores, [x], head_grads=heads, train_mode=False)
    return nd.abs(g)
