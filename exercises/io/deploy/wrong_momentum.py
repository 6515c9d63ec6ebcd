"""The optimizer has momentum.

Plain SGD has no momentum: pass the learning rate only.
"""

from mxnet import autograd, gluon, nd


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": 0.9})
    for data, label in loader:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])

    nd.waitall()
    net.export(prefix, epoch=epoch)
    return gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params", ctx=ctx)
