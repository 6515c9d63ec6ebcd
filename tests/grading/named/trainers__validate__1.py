# mistake: argmax gives float32 and the labels are int32; MXNet does not compare arrays of different dtypes without a cast.
# named: two-dtypes
from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total, hits = 0.0, 0.0
    for data, label in gluon.data.DataLoader(dataset, batch_size=batch_size):
        output = net(data)
        total += loss_fn(output, label).sum().asscalar()
        hits += (output.argmax(axis=1) == label).sum().asscalar()
    return float(total / len(dataset)), float(hits / len(dataset))
