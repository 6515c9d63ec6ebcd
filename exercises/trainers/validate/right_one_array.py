from mxnet import gluon, nd


def evaluate(net, dataset, batch_size):
    pairs = [(net(data), label) for data, label in gluon.data.DataLoader(dataset, batch_size)]
    output = nd.concat(*[output for output, _ in pairs], dim=0)
    label = nd.concat(*[label for _, label in pairs], dim=0).astype("float32")
    loss = -nd.pick(nd.log_softmax(output), label).mean()
    accuracy = (output.argmax(axis=1) == label).mean()
    return float(loss.asscalar()), float(accuracy.asscalar())
