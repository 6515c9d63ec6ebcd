"""Trains the MLP of the race in Gluon, one epoch per line of standard input. `runner` starts this process."""

from __future__ import annotations

from mxtutor.compat import import_mxnet
from mxtutor.race.training_data import data, given, serve, weights


def main() -> None:
    """Build the net, then train one epoch for each request."""
    mx = import_mxnet()
    nd, gluon = mx.nd, mx.gluon
    config = given()
    images, labels = data(config)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(config.hidden, activation="relu", in_units=784), gluon.nn.Dense(10, in_units=config.hidden))
    net.initialize()
    for parameter, array in zip(net.collect_params().values(), weights(config), strict=True):
        parameter.set_data(nd.array(array))
    net.hybridize()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": config.rate})
    dataset = gluon.data.ArrayDataset(nd.array(images), nd.array(labels))
    loader = gluon.data.DataLoader(dataset, batch_size=config.batch)

    def epoch() -> float:
        total = 0.0
        for x, y in loader:
            with mx.autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(x.shape[0])
            total += float(loss.mean().asscalar())
        return total / len(loader)

    serve(mx.__version__, epoch)
