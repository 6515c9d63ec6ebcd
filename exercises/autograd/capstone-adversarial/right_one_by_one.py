"""a loop over the images"""

from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    def attack_one(image, label):
        x, velocity, best, highest = image, 0, None, 0
        for _ in range(iterations):
            x.attach_grad()
            with autograd.record(train_mode=False):
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), label)
            (gradient,) = autograd.grad(loss, [x], train_mode=False)
            if loss.asscalar() > highest:
                best, highest = x, loss.asscalar()
            velocity = decay * velocity + gradient / nd.abs(gradient).mean()
            shift = nd.clip(x + step * nd.sign(velocity) - image, -epsilon, epsilon)
            x = nd.clip(image + shift, 0, 1)
        return best, highest

    best, highest = zip(*[attack_one(images[i : i + 1], labels[i]) for i in range(len(images))])
    return nd.concat(*best, dim=0), nd.array(highest)
