import mxnet as mx
from mxnet import autograd, gluon


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), mx.optimizer.SGD(learning_rate=lr))
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(1)
        mx.nd.waitall()
    net.export(prefix, epoch)
    served = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", "data", f"{prefix}-{epoch:04d}.params")
    served.collect_params().reset_ctx(ctx)
    return served
