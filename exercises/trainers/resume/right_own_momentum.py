import json
import os

from mxnet import autograd, gluon, nd


def train(net, batches, epochs, lr, momentum, gamma, folder):
    parameters = list(net.collect_params().values())
    trained = [parameter for parameter in parameters if parameter.grad_req != "null"]
    velocities = [parameter.data().zeros_like() for parameter in trained]
    losses, start = [], 0
    progress, arrays = os.path.join(folder, "progress.json"), os.path.join(folder, "arrays")
    if os.path.exists(progress):
        with open(progress) as file:
            start = json.load(file)["epochs"]
        loaded = nd.load(arrays)
        for parameter, array in zip(parameters, loaded):
            parameter.set_data(array)
        velocities = loaded[len(parameters) :]
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(start, epochs):
        means = []
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            means.append(float(loss.asscalar()))
            for parameter, velocity in zip(trained, velocities):
                velocity[:] = momentum * velocity + parameter.grad()
                parameter.set_data(parameter.data() - lr * gamma**epoch * velocity)
        losses.append(sum(means) / len(means))
        nd.save(arrays, [parameter.data() for parameter in parameters] + velocities)
        with open(progress, "w") as file:
            json.dump({"epochs": epoch + 1}, file)
    return losses
