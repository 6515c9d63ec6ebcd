from mxnet import autograd, gluon, nd


def train_accumulated(net, batches, every, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = list(net.collect_params().values())
    sums = [nd.zeros(parameter.shape) for parameter in parameters]
    for number, (data, label) in enumerate(batches):
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for gradient, parameter in zip(sums, parameters):
            gradient[:] = gradient + parameter.grad()
        if number % every == every - 1:
            for gradient, parameter in zip(sums, parameters):
                parameter.set_data(parameter.data() - lr / every * gradient)
                gradient[:] = 0
