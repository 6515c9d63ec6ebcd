"""The loss is divided by the number of batches.

The accuracy is right. The sum has one loss per sample: divide it by the number of samples, too.
"""

from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total, hits, count, batches = 0.0, 0, 0, 0
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        output = net(data)
        total += loss_fn(output, label).sum().asscalar()
        hits += (output.argmax(axis=1).astype("int32") == label).sum().asscalar()
        count += len(label)
        batches += 1
    return float(total / batches), float(hits / count)
