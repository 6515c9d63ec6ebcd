"""a loop over the images"""

from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    results = []
    for i in range(len(images)):
        image = x = images[i : i + 1]
        velocity, tried = 0, []
        for _ in range(iterations):
            x.attach_grad()
            with autograd.record(train_mode=False):
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), labels[i])
            (gradient,) = autograd.grad(loss, [x], train_mode=False)
            tried.append((loss.asscalar(), x))
            velocity = decay * velocity + gradient / nd.abs(gradient).mean()
            x = nd.maximum(nd.minimum(x + step * nd.sign(velocity), image + epsilon), image - epsilon).clip(0, 1)
        results.append(max(tried, key=lambda pair: pair[0]))
    highest, best = zip(*results)
    return nd.concat(*best, dim=0), nd.array(highest)
