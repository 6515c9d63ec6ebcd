"""The tutorials' MLP in Gluon, an epoch a line of standard input; started by `track`."""

from __future__ import annotations

from mxtutor.compat import import_mxnet
from mxtutor.race.course_data import data, given, serve, weights


def main() -> None:
    """Build, then train on demand."""
    mx = import_mxnet()
    nd, gluon = mx.nd, mx.gluon
    course = given()
    images, labels = data(course)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(course.hidden, activation="relu", in_units=784), gluon.nn.Dense(10, in_units=course.hidden))
    net.initialize()
    for parameter, array in zip(net.collect_params().values(), weights(course), strict=True):
        parameter.set_data(nd.array(array))
    net.hybridize()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": course.rate})
    dataset = gluon.data.ArrayDataset(nd.array(images), nd.array(labels))
    loader = gluon.data.DataLoader(dataset, batch_size=course.batch)

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


if __name__ == "__main__":
    main()
