# mistake: Calls net.hybridize() again before the export to get rid of static_shape, which throws away the traced graph, so export raises RuntimeError (and changes the net's flags); export must follow directly after the training and waitall.
# named: export-before-call
import mxnet as mx
from mxnet import autograd, gluon


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch="keep")
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    for data, label in loader:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(1)

    mx.nd.waitall()
    net.hybridize()
    net.export(prefix, epoch=epoch)
    return gluon.SymbolBlock.imports(
        f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params", ctx=ctx
    )
