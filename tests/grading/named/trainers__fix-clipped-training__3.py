# mistake: The loss is already the mean of the batch, and step(batch size) divides its gradient by the batch size once more.
# named: divided-twice
from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm)
        trainer.step(data.shape[0])
