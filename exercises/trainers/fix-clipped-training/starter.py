from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    batch_size = batches[0][0].shape[0]
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for parameter in trained:
            gluon.utils.clip_global_norm([parameter.grad()], max_norm)
        trainer.step(batch_size)
