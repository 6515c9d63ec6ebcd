"""The logarithm of a probability that is rounded to 0.

`softmax` rounds probabilities below the smallest float32 to 0, and `log` of 0 is `-inf`. `nd.log_softmax` and Gluon's loss
compute both in one call and stay finite.
"""

from mxnet import gluon, nd


def evaluate(net, dataset, batch_size):
    total, hits = 0.0, 0
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        output = net(data)
        total -= nd.log(nd.softmax(output)).pick(label).sum().asscalar()
        hits += (output.argmax(axis=1).astype("int32") == label).sum().asscalar()
    return float(total) / len(dataset), float(hits) / len(dataset)
