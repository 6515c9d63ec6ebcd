# mistake: The batch size is still that of the first batch, so the gradients of the smaller last batch are divided by too much.
# named: size-of-the-first-batch
from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    batch_size = batches[0][0].shape[0]
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm * batch_size)
        trainer.step(batch_size)
