from mxnet import autograd, gluon, nd


def train_epoch(net, batches, velocities, rate, momentum, weight_decay):
    """Make one step per batch and return the average of the mean losses."""
    total = 0.0
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
        loss.backward()
        total += loss.asscalar()
        for parameter, velocity in velocities:
            weight = parameter.data()
            velocity[:] = momentum * velocity + parameter.grad() + weight_decay * weight
            parameter.set_data(weight - rate * velocity)
    return total / len(batches)


def mean_loss(net, batches):
    """Return the mean loss over all samples."""
    losses = [gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label) for data, label in batches]
    return nd.concat(*losses, dim=0).mean().asscalar()


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    velocities = [(parameter, nd.zeros(parameter.shape)) for parameter in net.collect_params().values()]
    losses, checks = [], []
    for epoch in range(epochs):
        losses.append(train_epoch(net, batches, velocities, lr * gamma**epoch, momentum, weight_decay))
        checks.append(mean_loss(net, validation))
    return losses, checks
