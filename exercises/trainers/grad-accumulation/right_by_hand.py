from mxnet import autograd, gluon, nd


def accumulate_step(net, micro_batches, lr):
    parameters = list(net.collect_params().values())
    sums = [nd.zeros(parameter.shape) for parameter in parameters]
    total = 0
    for data, label in micro_batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        total += loss.size
        for gradient, parameter in zip(sums, parameters):
            gradient += parameter.grad()
    for gradient, parameter in zip(sums, parameters):
        parameter.set_data(parameter.data() - lr / total * gradient)
