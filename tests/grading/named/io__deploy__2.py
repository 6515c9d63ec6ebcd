# mistake: export is called without `epoch`, so the parameters are always written to prefix-0000.params.
# named: epoch-zero
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
    net.export(prefix)
    return gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-0000.params", ctx=ctx)
