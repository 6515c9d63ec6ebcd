"""The gradient is multiplied by `1 - momentum`.

PyTorch's SGD adds the whole gradient to the velocity: `momentum * velocity + gradient`. The factor belongs to `dampening`, which is 0.
"""

from mxnet import autograd, gluon, nd


def train(net, batches, lr, momentum, drops, factor):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = list(net.collect_params().values())
    velocities = [nd.zeros(parameter.shape) for parameter in parameters]
    for number, (data, label) in enumerate(batches):
        if number in drops:
            lr *= factor
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for parameter, velocity in zip(parameters, velocities):
            velocity[:] = momentum * velocity + (1 - momentum) * parameter.grad()
            parameter.set_data(parameter.data() - lr * velocity)
