from mxnet import autograd, nd


def train(net, batches, lr):
    for data, label in batches:
        with autograd.record():
            loss = -nd.pick(nd.log_softmax(net(data)), label).mean()
        loss.backward()
        for parameter in net.collect_params().values():
            parameter.set_data(parameter.data() - lr * parameter.grad())
