"""Parameters that were frozen have gradients after the call.

The net must stay as it is, and a layer of it can be frozen before the call. Without a recording scope a call computes no gradients:
do not set `grad_req`.
"""

import mxnet as mx
from mxnet import gluon


def evaluate(net, dataset, batch_size):
    net.collect_params().setattr("grad_req", "null")
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = mx.metric.Loss(), mx.metric.Accuracy()
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        output = net(data)
        losses.update(0, loss_fn(output, label))
        hits.update([label], [output])
    net.collect_params().setattr("grad_req", "write")
    return float(losses.get()[1]), hits.get()[1]
