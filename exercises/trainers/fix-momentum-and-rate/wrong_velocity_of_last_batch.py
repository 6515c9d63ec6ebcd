"""The weights move before the velocity has the new gradient.

PyTorch computes the new velocity first and moves the weights with it: exchange the two lines.
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
            parameter.set_data(parameter.data() - lr * velocity)
            velocity[:] = momentum * velocity + parameter.grad()
