# mistake: (1) losses.backward() overwrites the gradients of the net's parameters, which must not change; a right answer uses autograd.grad. (2) It remembers the image after the update, not the image whose loss was computed.
# named: parameters-touched
from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    adversarial = images.copy()
    velocity = nd.zeros_like(images)
    best = images.copy()
    highest = nd.full(labels.shape, -1e30)
    for _ in range(iterations):
        adversarial.attach_grad()
        with autograd.record(train_mode=False):
            losses = loss_fn(net(adversarial), labels)
        losses.backward(train_mode=False)
        gradient = adversarial.grad

        size = nd.mean(nd.abs(gradient), axis=1, keepdims=True)
        velocity = decay * velocity + gradient / size
        adversarial = adversarial + step * nd.sign(velocity)
        adversarial = nd.minimum(nd.maximum(adversarial, images - epsilon), images + epsilon)
        adversarial = nd.clip(adversarial, 0, 1)

        better = losses > highest
        best = nd.where(better, adversarial, best)
        highest = nd.where(better, losses, highest)
    return best, highest
