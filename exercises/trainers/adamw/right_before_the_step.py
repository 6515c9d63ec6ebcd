from mxnet import autograd, gluon


def train_adamw(net, batches, lr, weight_decay, betas):
    options = {"learning_rate": lr, "beta1": betas[0], "beta2": betas[1]}
    trainer = gluon.Trainer(net.collect_params(), "adam", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for parameter in trained:
            parameter.set_data(parameter.data() * (1 - lr * weight_decay))
        trainer.step(data.shape[0])
