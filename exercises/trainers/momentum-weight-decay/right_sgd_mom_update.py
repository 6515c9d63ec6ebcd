from mxnet import autograd, gluon, nd


def train_sgd(net, batches, lr, momentum, weight_decay):
    parameters = list(net.collect_params().values())
    state = [nd.zeros(parameter.shape) for parameter in parameters]
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        for parameter, moving in zip(parameters, state):
            weight = parameter.data()
            nd.sgd_mom_update(weight, parameter.grad(), moving, out=weight, lr=lr, momentum=momentum, wd=weight_decay,
                              rescale_grad=1 / len(label))
