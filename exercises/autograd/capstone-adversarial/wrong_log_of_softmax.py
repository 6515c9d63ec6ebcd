"""The logarithm of a probability that is rounded to 0.

Where the outputs are large, `softmax` rounds a small probability to 0, and the loss becomes infinite.
`nd.log_softmax` and Gluon's loss compute both in one call and stay finite.
"""

from mxnet import autograd, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    adversarial, velocity = images, nd.zeros_like(images)
    best, highest = adversarial, 0
    for _ in range(iterations):
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = -nd.log(nd.pick(nd.softmax(net(adversarial)), labels))
        (gradient,) = autograd.grad(losses, [adversarial], train_mode=False)
        best = nd.where(losses > highest, adversarial, best)
        highest = nd.maximum(highest, losses)

        velocity = decay * velocity + gradient / nd.abs(gradient).mean(axis=1, keepdims=True)
        moved = adversarial + step * nd.sign(velocity)
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = nd.clip(moved, 0, 1)
    return best, highest
