# mistake: The loss is already the mean of the batch, and step(batch_size) divides the gradient by the batch size again, so the steps are much too small.
# named: divided-twice
import mxnet as mx
from mxnet import autograd, gluon, nd


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    params = net.collect_params()
    home = list(params.values())[0].list_ctx()[0]
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr})

    for data, label in gluon.data.DataLoader(dataset, batch_size):
        data, label = data.as_in_context(home), label.as_in_context(home)
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(batch_size)

    nd.waitall()
    net.export(prefix, epoch)
    return gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params", ctx=ctx)
