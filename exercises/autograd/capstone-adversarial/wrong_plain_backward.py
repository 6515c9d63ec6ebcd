"""The gradients come from a backward pass in training mode that writes into the parameters, too.

The backward pass has its own mode, and it fills the gradients of all parameters: `autograd.grad(losses, [x], train_mode=False)` returns the gradient of the image alone.
"""

from mxnet import autograd, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    adversarial, velocity = images.copy(), nd.zeros_like(images)
    best, highest = images.copy(), nd.full(labels.shape, -1e30)
    for _ in range(iterations):
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = -nd.pick(nd.log_softmax(net(adversarial)), labels)
        losses.backward()
        gradient = adversarial.grad
        better = losses > highest
        best = nd.where(better, adversarial, best)
        highest = nd.maximum(highest, losses)

        size = nd.abs(gradient).mean(axis=1, keepdims=True)
        velocity = decay * velocity + gradient / size
        moved = adversarial + step * nd.sign(velocity)
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = nd.clip(moved, 0, 1)
    return best, highest
