from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_mlp(images, labels, w1, b1, w2, b2, lr, batch_size, epochs):
    net = nn.HybridSequential()
    net.add(nn.Dense(w1.shape[0], activation="relu", in_units=64), nn.Dense(10, in_units=w1.shape[0]))
    net.initialize()
    for parameter, values in zip(net.collect_params().values(), (w1, b1, w2, b2)):
        parameter.set_data(values)
    net.hybridize()

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    data = gluon.data.DataLoader(gluon.data.ArrayDataset(images, labels), batch_size=batch_size)
    losses = []
    for _ in range(epochs):
        total = 0.0
        for x, y in data:
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            for parameter in net.collect_params().values():
                parameter.set_data(parameter.data() - lr / x.shape[0] * parameter.grad())
            total += loss.mean().asscalar()
        losses.append(total / len(data))
    return losses, net(images).argmax(axis=1)
