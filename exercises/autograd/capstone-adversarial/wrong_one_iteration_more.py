"""The loop has one iteration more than `iterations`.

The loss of the image that the last iteration makes is not computed: run the loop `iterations` times.
"""

from mxnet import autograd, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    adversarial, velocity = images, nd.zeros_like(images)
    best, highest = adversarial, 0
    for _ in range(iterations + 1):
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = -nd.pick(nd.log_softmax(net(adversarial)), labels)
        (gradient,) = autograd.grad(losses, [adversarial], train_mode=False)
        best = nd.where(losses > highest, adversarial, best)
        highest = nd.maximum(highest, losses)

        velocity = decay * velocity + gradient / nd.abs(gradient).mean(axis=1, keepdims=True)
        moved = adversarial + step * nd.sign(velocity)
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = nd.clip(moved, 0, 1)
    return best, highest
