"""The metric gets scores, and it needs probabilities.

`mx.metric.CrossEntropy` takes the logarithm of its input: give it the softmax of the outputs, or use `SoftmaxCrossEntropyLoss` on the outputs.
"""

import mxnet as mx
from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss, accuracy = mx.metric.CrossEntropy(), mx.metric.Accuracy()
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        output = net(data)
        loss.update([label], [output])
        accuracy.update([label], [output])
    return float(loss.get()[1]), float(accuracy.get()[1])
