from mxnet import autograd, gluon


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    for parameter in net.collect_params().values():
        parameter.reset_ctx(ctxs)
    loss_fn = gluon.loss.SoftmaxCELoss()
    options = {"learning_rate": lr, "momentum": momentum}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    hits = total = 0
    means = []
    for data, label in batches:
        parts = (gluon.utils.split_and_load(whole, ctxs, even_split=False) for whole in (data, label))
        summed = 0.0
        for x, y in list(zip(*parts)):
            with autograd.record():
                output = net(x)
                loss = loss_fn(output, y).sum()
            loss.backward()
            summed += float(loss.asscalar())
            hits += (output.argmax(axis=1) == y).sum().asscalar()
        trainer.step(data.shape[0])
        means.append(summed / data.shape[0])
        total += data.shape[0]
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=[home])
    return means, hits / total
