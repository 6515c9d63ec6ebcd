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


def accuracy(net, batches):
    """Return the share of samples whose class is right."""
    hits = nd.concat(*[net(data).argmax(axis=1) == label for data, label in batches], dim=0)
    return hits.mean().asscalar()


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    velocities = [(parameter, nd.zeros(parameter.shape)) for parameter in net.collect_params().values()]
    losses, accuracies = [], []
    for epoch in range(epochs):
        losses.append(train_epoch(net, batches, velocities, lr * gamma**epoch, momentum, weight_decay))
        accuracies.append(accuracy(net, validation))
    return losses, accuracies
