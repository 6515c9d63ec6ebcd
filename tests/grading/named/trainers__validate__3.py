# mistake: Gluon Blocks have no eval() and train(); outside autograd.record() a net is in prediction mode anyway.
# named: torch-name
from mxnet import autograd, gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    net.eval()
    total, hits = 0.0, 0.0
    with autograd.pause():
        for data, label in gluon.data.DataLoader(dataset, batch_size=batch_size):
            output = net(data)
            total += loss_fn(output, label).sum().asscalar()
            hits += (output.argmax(axis=1).astype("int32") == label).sum().asscalar()
    net.train()
    return float(total / len(dataset)), float(hits / len(dataset))
