"""The smaller last batch counts as a full one.

The number of samples is smaller than the number of batches times `batch_size`: divide by `len(dataset)`.
"""

from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total, hits, count = 0.0, 0, 0
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        output = net(data)
        total += loss_fn(output, label).sum().asscalar()
        hits += (output.argmax(axis=1).astype("int32") == label).sum().asscalar()
        count += batch_size
    return float(total / count), float(hits / count)
