# mistake: `better` is a float array of 0 and 1, so `best[better] = ...` indexes the rows 0 and 1 instead of masking.
# named: mask-as-index
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
        (gradient,) = autograd.grad(losses, [adversarial], train_mode=False)

        better = losses > highest
        best[better] = adversarial[better]
        highest[better] = losses[better]

        size = gradient.abs().mean(axis=1, keepdims=True)
        velocity = decay * velocity + gradient / size
        moved = adversarial + step * velocity.sign()
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = moved.clip(0, 1)
    return best, highest
