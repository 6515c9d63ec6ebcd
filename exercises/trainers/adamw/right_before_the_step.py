from mxnet import autograd, gluon


def train_adamw(net, batches, lr, weight_decay, betas):
    beta1, beta2 = betas
    options = {"learning_rate": lr, "beta1": beta1, "beta2": beta2}
    trainer = gluon.Trainer(net.collect_params(), "adam", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for matrix in net.collect_params(".*weight").values():
            matrix.set_data(matrix.data() * (1 - lr * weight_decay))
        trainer.step(data.shape[0])
