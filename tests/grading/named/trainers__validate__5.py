# mistake: metric.CrossEntropy expects probabilities, and it gets the net's raw outputs without a softmax.
# named: metric-without-softmax, metric-of-scores
import mxnet as mx
from mxnet import gluon


def evaluate(net, dataset, batch_size):
    entropy = mx.metric.CrossEntropy()
    accuracy = mx.metric.Accuracy()
    for data, label in gluon.data.DataLoader(dataset, batch_size=batch_size):
        output = net(data)
        entropy.update([label], [output])
        accuracy.update([label], [output])
    return float(entropy.get()[1]), float(accuracy.get()[1])
