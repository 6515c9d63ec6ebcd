"""The mean loss of the last batch is multiplied by `batch_size`.

The last batch is smaller: multiply each mean by the size of its own batch, `len(label)`, or add the losses themselves.
"""

from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total, hits, count = 0.0, 0, 0
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        output = net(data)
        total += loss_fn(output, label).mean().asscalar() * batch_size
        hits += (output.argmax(axis=1).astype("int32") == label).sum().asscalar()
        count += len(label)
    return float(total / count), float(hits / count)
