"""The steps make the loss smaller.

The attack must increase the loss: add the step to the image.
"""

from mxnet import autograd, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    adversarial, velocity = images.copy(), nd.zeros_like(images)
    best, highest = images.copy(), nd.full(labels.shape, -1e30)
    for _ in range(iterations):
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = -nd.pick(nd.log_softmax(net(adversarial)), labels)
        (gradient,) = autograd.grad(losses, [adversarial], train_mode=False)
        better = losses > highest
        best = nd.where(better, adversarial, best)
        highest = nd.maximum(highest, losses)

        size = nd.abs(gradient).mean(axis=1, keepdims=True)
        velocity = decay * velocity + gradient / size
        moved = adversarial - step * nd.sign(velocity)
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = nd.clip(moved, 0, 1)
    return best, highest
