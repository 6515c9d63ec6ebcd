from mxnet import autograd, gluon, nd


def evaluate(net, dataset, batch_size):
    total, hits = 0.0, 0.0
    with autograd.predict_mode():
        for data, label in gluon.data.DataLoader(dataset, batch_size):
            log_probabilities = nd.log_softmax(net(data))
            total -= nd.pick(log_probabilities, label).mean().asscalar() * len(label)
            hits += nd.sum(log_probabilities.argmax(axis=1) == label.astype("float32")).asscalar()
    return float(total / len(dataset)), float(hits / len(dataset))
