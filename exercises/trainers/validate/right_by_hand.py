from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = [], []
    for data, label in gluon.data.DataLoader(dataset, batch_size=batch_size):
        output = net(data)
        losses.append(loss_fn(output, label).sum().asscalar())
        hits.append((output.argmax(axis=1).astype("int32") == label).sum().asscalar())
    return float(sum(losses) / len(dataset)), float(sum(hits) / len(dataset))
