from mxnet import autograd, nd


def saliency(net, x, labels):
    x = x.copy()
    x.attach_grad()
    with autograd.record(train_mode=False):
        scores = net(x)
    heads = nd.one_hot(labels, len(scores[0]))
    (g,) = autograd.grad(scores, [x], head_grads=heads, train_mode=False)
    return nd.abs(g)
