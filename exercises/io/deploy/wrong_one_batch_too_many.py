"""There is one more, empty batch where all batches are full.

`n // batch_size + 1` counts a batch without items if `batch_size` divides n: use `range(0, n, batch_size)` or a DataLoader.
"""

from mxnet import autograd, gluon, nd


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    data, label = (nd.array(x) for x in zip(*[(d.asnumpy(), int(l)) for d, l in dataset]))
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    for i in range(len(dataset) // batch_size + 1):
        x = data[i * batch_size : (i + 1) * batch_size]
        y = label[i * batch_size : (i + 1) * batch_size]
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(x.shape[0])
    nd.waitall()
    net.export(prefix, epoch=epoch)
    return gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params", ctx=ctx)
