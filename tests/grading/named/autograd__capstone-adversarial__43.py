# mistake: The image is remembered after it was moved, so it does not belong to the remembered loss; best must be updated before the step.
# named: moved-before-remembered
from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
    adversarial = images.copy()
    velocity = nd.zeros_like(images)
    best = images.copy()
    highest = nd.full(labels.shape, -1e30, ctx=images.context)
    for _ in range(iterations):
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = cross_entropy(net(adversarial), labels)
        (gradient,) = autograd.grad(losses, [adversarial], train_mode=False)

        size = nd.mean(nd.abs(gradient), axis=1, keepdims=True)
        velocity = decay * velocity + gradient / size
        adversarial = adversarial + step * nd.sign(velocity)
        adversarial = nd.clip(
            nd.minimum(nd.maximum(adversarial, images - epsilon), images + epsilon), 0, 1
        )

        better = losses > highest
        best = nd.where(better, adversarial, best)
        highest = nd.where(better, losses, highest)
    return best, highest
