from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    parameters = net.collect_params()
    for parameter in parameters.values():
        parameter.grad_req = "add"
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    total = sum(data.shape[0] for data, _ in micro_batches)
    for data, label in micro_batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).sum() / total
        loss.backward()
    trainer.step(1)
    parameters.zero_grad()
