# mistake: Calls step(batch_size) for every batch, so the smaller last batch takes too small a step.
# named: constant-step
from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_mlp(images, labels, w1, b1, w2, b2, lr, batch_size, epochs):
    net = nn.HybridSequential()
    net.add(nn.Dense(w1.shape[0], activation="relu", in_units=64), nn.Dense(10, in_units=w1.shape[0]))
    net.initialize()
    for layer, w, b in ((net[0], w1, b1), (net[1], w2, b2)):
        layer.weight.set_data(w)
        layer.bias.set_data(b)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(images, labels), batch_size=batch_size)
    losses = []
    for _ in range(epochs):
        total = 0.0
        for x, y in loader:
            with autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(batch_size)
            total += float(loss.mean().asscalar())
        losses.append(total / len(loader))
    return losses, net(images).argmax(axis=1)
