"""The results are arrays, not floats.

The results must be Python numbers: convert each array with `asscalar()`.
"""

from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total, hits = 0, 0
    for data, label in gluon.data.DataLoader(dataset, batch_size=batch_size):
        output = net(data)
        total += loss_fn(output, label).sum()
        hits += (output.argmax(axis=1).astype("int32") == label).sum()
    return total / len(dataset), hits / len(dataset)
