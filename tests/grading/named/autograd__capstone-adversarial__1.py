# mistake: `backward()` also writes the gradients of the net's parameters, which must not change; autograd.grad leaves them alone.
# named: parameters-touched
import mxnet as mx
from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    adversarial, velocity = images.copy(), nd.zeros_like(images)
    best, highest = images.copy(), nd.full(labels.shape, -1e30, ctx=images.context)
    for _ in range(iterations):
        adversarial = adversarial.detach()
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = loss_fn(net(adversarial), labels)
        losses.backward(train_mode=False)
        gradient = adversarial.grad

        better = losses > highest
        best = nd.where(better, adversarial, best)
        highest = nd.where(better, losses, highest)

        size = gradient.abs().mean(axis=1, keepdims=True)
        velocity = decay * velocity + gradient / size
        moved = adversarial + step * velocity.sign()
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = moved.clip(0, 1)
    return best, highest
