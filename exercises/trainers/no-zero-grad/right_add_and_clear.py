from mxnet import autograd, gluon


def train(net, batches, lr):
    parameters = net.collect_params()
    parameters.setattr("grad_req", "add")
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        parameters.zero_grad()
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(len(label))
