from mxnet import autograd, gluon, nd


def train_and_deploy(net, dataset, batch_size, lr, prefix, epoch, ctx):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    order = gluon.data.SequentialSampler(len(dataset))
    for rows in gluon.data.BatchSampler(order, batch_size):
        items = [dataset[row] for row in rows]
        data = nd.stack(*[item[0] for item in items])
        label = nd.array([item[1] for item in items])
        with autograd.record():
            loss = -nd.pick(nd.log_softmax(net(data)), label).mean()
        loss.backward()
        trainer.step(1)
    nd.waitall()
    net.export(prefix, epoch)
    return gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + f"-{epoch:04}.params", ctx)
