from mxnet import gluon, nd


def evaluate(net, dataset, batch_size):
    output = nd.concat(*[net(data) for data, _ in gluon.data.DataLoader(dataset, batch_size)], dim=0)
    label = nd.array([label for _, label in dataset])
    loss = -nd.pick(nd.log_softmax(output), label).mean()
    accuracy = (output.argmax(axis=1) == label).mean()
    return float(loss.asscalar()), float(accuracy.asscalar())
