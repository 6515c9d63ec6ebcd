from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total, hits = 0.0, 0.0
    for data, label in gluon.data.DataLoader(dataset, batch_size=batch_size):
        output = net(data)
        total += float(loss_fn(output, label).sum().asscalar())
        hits += float((output.argmax(axis=1).astype("int32") == label).sum().asscalar())
    return total / len(dataset), hits / len(dataset)
