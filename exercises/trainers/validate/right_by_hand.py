from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = [], []
    for data, label in gluon.data.DataLoader(dataset, batch_size=batch_size):
        output = net(data)
        losses.extend(loss_fn(output, label).asnumpy())
        hits.extend((output.argmax(axis=1).astype("int32") == label).asnumpy())
    return float(sum(losses) / len(losses)), float(sum(hits) / len(hits))
