from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for parameter in net.collect_params().values():
        parameter.grad_req = "add"
    for start in range(0, len(batches) - every + 1, every):
        net.collect_params().zero_grad()
        for data, label in batches[start : start + every]:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
        trainer.step(every)
