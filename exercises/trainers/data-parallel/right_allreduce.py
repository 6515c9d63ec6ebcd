from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, update_on_kvstore=False)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    size = data.shape[0] // len(ctxs)
    for i, ctx in enumerate(ctxs):
        x = data[i * size : (i + 1) * size].as_in_context(ctx)
        y = label[i * size : (i + 1) * size].as_in_context(ctx)
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
    trainer.allreduce_grads()
    trainer.update(data.shape[0])
