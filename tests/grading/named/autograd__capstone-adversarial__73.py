# mistake: autograd.grad returns a list; its first element is the gradient.
# named: gradient-list
from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
    n = images.shape[0]
    best = images.asnumpy().copy()
    highest = [-1e30] * n

    picture = images.copy()
    velocity = nd.zeros(images.shape)
    for _ in range(iterations):
        picture.attach_grad()
        with autograd.record(train_mode=False):
            losses = cross_entropy(net(picture), labels)
        gradient = autograd.grad(losses, picture)

        values, pixels = losses.asnumpy(), picture.asnumpy()
        for i in range(n):
            if values[i] > highest[i]:
                highest[i] = float(values[i])
                best[i] = pixels[i]

        gradient = gradient / gradient.abs().mean(axis=1, keepdims=True)
        velocity = decay * velocity + gradient
        picture = picture + step * velocity.sign()
        picture = nd.maximum(picture, images - epsilon)
        picture = nd.minimum(picture, images + epsilon)
        picture = nd.clip(picture, 0, 1)
    return nd.array(best), nd.array(highest)
