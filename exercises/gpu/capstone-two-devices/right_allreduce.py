import mxnet as mx
from mxnet import autograd, gluon, nd


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    net.collect_params().reset_ctx(ctxs)
    optimizer = mx.optimizer.SGD(learning_rate=lr, momentum=momentum)
    trainer = gluon.Trainer(net.collect_params(), optimizer, update_on_kvstore=False)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    metric, means = mx.metric.Accuracy(), []
    for data, label in batches:
        with autograd.record():
            outputs = [net(x) for x in gluon.utils.split_and_load(data, ctxs, even_split=False)]
            ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
            losses = [loss_fn(output, y) for output, y in zip(outputs, ys)]
        autograd.backward(losses)
        trainer.allreduce_grads()
        trainer.update(len(label))
        metric.update(ys, outputs)
        means.append(float(nd.concat(*[loss.as_in_context(home) for loss in losses], dim=0).mean().asscalar()))
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return means, metric.get()[1]
