from mxnet import autograd, gluon, nd


def train_sgd(net, batches, lr, momentum, weight_decay):
    parameters = list(net.collect_params().values())
    velocity = [nd.zeros(parameter.shape) for parameter in parameters]
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
        loss.backward()
        for i, parameter in enumerate(parameters):
            velocity[i] = momentum * velocity[i] + parameter.grad() + weight_decay * parameter.data()
            parameter.set_data(parameter.data() - lr * velocity[i])
