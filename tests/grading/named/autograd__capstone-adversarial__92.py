# mistake: takes the log of the softmax instead of log_softmax, so the loss is inf and the gradient nan where the probability of the label underflows to 0
# named: log-of-softmax
import mxnet as mx
from mxnet import autograd, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    def losses_and_gradient(x):
        x.attach_grad()
        with autograd.record(train_mode=False):
            p = nd.softmax(net(x), axis=1)
            losses = -nd.log(nd.pick(p, labels, axis=1))
        return losses, autograd.grad(losses, [x], train_mode=False)[0]

    adversarial, velocity = images.copy(), nd.zeros_like(images)
    best = images.copy()
    highest = nd.full(labels.shape, -1e30, ctx=images.context)
    for _ in range(iterations):
        losses, gradient = losses_and_gradient(adversarial)
        better = losses > highest
        best = nd.where(better, adversarial, best)
        highest = nd.where(better, losses, highest)

        size = gradient.abs().mean(axis=0, exclude=True, keepdims=True)
        velocity = decay * velocity + gradient / size
        moved = adversarial + step * velocity.sign()
        moved = nd.minimum(nd.maximum(moved, images - epsilon), images + epsilon)
        adversarial = moved.clip(0, 1)
    return best, highest
