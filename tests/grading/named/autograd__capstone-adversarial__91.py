# mistake: autograd.grad keeps its default train_mode=True, so the backward pass of BatchNorm and Dropout runs in training mode and gives wrong gradients and changed running statistics
# named: gradient-training
import mxnet as mx
from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    ce = gluon.loss.SoftmaxCrossEntropyLoss()
    low, high = images - epsilon, images + epsilon
    x, v, best = images.copy(), nd.zeros_like(images), images.copy()
    top = nd.full(labels.shape, -1e30, ctx=images.context)
    for _ in range(iterations):
        x.attach_grad()
        with autograd.record(train_mode=False):
            losses = ce(net(x), labels)
        g = autograd.grad(losses, [x])[0]

        best = nd.where(losses > top, x, best)
        top = nd.maximum(losses, top)

        v = decay * v + g / g.abs().mean(axis=0, exclude=True, keepdims=True)
        x = nd.minimum(nd.maximum(x + step * v.sign(), low), high).clip(0, 1)
    return best, top
