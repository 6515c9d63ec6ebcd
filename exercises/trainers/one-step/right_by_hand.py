from mxnet import autograd, nd


def train_step(net, data, label, lr):
    with autograd.record():
        log_probabilities = nd.log_softmax(net(data), axis=-1)
        loss = -nd.pick(log_probabilities, label, axis=-1).mean()
    loss.backward()
    for parameter in net.collect_params().values():
        weight = parameter.data()
        weight -= lr * parameter.grad()
