"""The last batch is divided by the full batch size.

`step(batch_size)` is wrong for the last, smaller batch: divide by the size of each batch, `trainer.step(x.shape[0])`.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_mlp(images, labels, w1, b1, w2, b2, lr, batch_size, epochs):
    net = nn.HybridSequential()
    net.add(nn.Dense(w1.shape[0], activation="relu", in_units=64), nn.Dense(10, in_units=w1.shape[0]))
    net.initialize()
    for parameter, values in zip(net.collect_params().values(), (w1, b1, w2, b2)):
        parameter.set_data(values)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    data = gluon.data.DataLoader(gluon.data.ArrayDataset(images, labels), batch_size=batch_size)
    losses = []
    for _ in range(epochs):
        total = 0.0
        for x, y in data:
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(batch_size)
            total += loss.mean().asscalar()
        losses.append(total / len(data))
    return losses, net(images).argmax(axis=1)
