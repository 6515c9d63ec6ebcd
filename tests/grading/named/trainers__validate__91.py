# mistake: mx.metric.CrossEntropy expects probabilities, but it gets the raw outputs of the net, so the loss is wrong or nan.
# named: metric-of-scores
import mxnet as mx
from mxnet import autograd, gluon


def evaluate(net, dataset, batch_size):
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch="keep")
    loss = mx.metric.CrossEntropy()
    accuracy = mx.metric.Accuracy()
    with autograd.pause():
        for data, label in loader:
            output = net(data)
            loss.update([label], [output])
            accuracy.update([label], [output])
    return float(loss.get()[1]), float(accuracy.get()[1])
