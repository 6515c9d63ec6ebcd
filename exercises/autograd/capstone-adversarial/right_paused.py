from mxnet import autograd, gluon, nd


def attack(net, images, labels, epsilon, step, decay, iterations):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    low, high = nd.maximum(images - epsilon, 0), nd.minimum(images + epsilon, 1)
    x, velocity = images.copy(), nd.zeros_like(images)
    rows = [(None, -float("inf"))] * len(images)
    x.attach_grad()
    for _ in range(iterations):
        with autograd.record():
            with autograd.predict_mode():
                losses = loss_fn(net(x), labels)
            gradient = autograd.grad(losses, x, train_mode=False)[0]
            with autograd.pause():
                for i, loss in enumerate(losses.asnumpy().tolist()):
                    if loss > rows[i][1]:
                        rows[i] = (x[i].copy(), loss)
                velocity = decay * velocity + (gradient.T / nd.abs(gradient).T.mean(axis=0)).T
                x[:] = nd.maximum(nd.minimum(x + step * velocity.sign(), high), low)
    images, losses = zip(*rows)
    return nd.stack(*images), nd.array(losses)
