# mistake: The means of the batches are averaged, so the samples of the smaller last batch weigh too much.
# named: shares-of-batches
from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size)
    loss, accuracy = 0.0, 0.0
    for data, label in loader:
        output = net(data)
        loss += loss_fn(output, label).mean().asscalar()
        accuracy += (output.argmax(axis=1) == label.astype("float32")).mean().asscalar()
    return float(loss / len(loader)), float(accuracy / len(loader))
