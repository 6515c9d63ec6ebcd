"""The net has lost `static_alloc` and `static_shape`.

`hybridize()` sets all its options again, so `static_alloc` and `static_shape` are off: leave the call out, the export needs
none.
"""

import mxnet as mx
from mxnet import autograd, gluon, nd


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    for data, label in loader:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
    nd.waitall()

    net.hybridize()
    net(data)
    net.export(prefix, epoch=epoch)
    return gluon.SymbolBlock.imports(
        f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params", ctx=ctx)
