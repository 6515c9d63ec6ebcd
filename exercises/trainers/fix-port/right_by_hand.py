from mxnet import autograd, gluon, nd


def mean_loss(net, batches):
    """Return the mean loss over all samples."""
    losses = [gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label) for data, label in batches]
    return nd.concat(*losses, dim=0).mean().asscalar()


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    velocities = [(parameter, nd.zeros(parameter.shape)) for parameter in net.collect_params().values()]
    losses, checks = [], []
    for epoch in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
            loss.backward()
            total += loss.asscalar()
            for parameter, velocity in velocities:
                weight = parameter.data()
                velocity[:] = momentum * velocity + parameter.grad() + weight_decay * weight
                parameter.set_data(weight - lr * gamma**epoch * velocity)
        losses.append(total / len(batches))
        checks.append(mean_loss(net, validation))
    return losses, checks
