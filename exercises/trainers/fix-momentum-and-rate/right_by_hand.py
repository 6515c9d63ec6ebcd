from mxnet import autograd, gluon, nd


def train(net, batches, lr, momentum, drops, factor):
    parameters = list(net.collect_params().values())
    velocities = [nd.zeros(parameter.shape) for parameter in parameters]
    for number, (data, label) in enumerate(batches):
        if number in drops:
            lr = lr * factor
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
        loss.backward()
        for parameter, velocity in zip(parameters, velocities):
            velocity[:] = momentum * velocity + parameter.grad()
            parameter.set_data(parameter.data() - lr * velocity)
