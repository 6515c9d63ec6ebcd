# mistake: The gradients are clipped while they are still sums over the batch and are divided by the batch size only in the step, so max_norm works on a norm that is too large.
# named: limit-for-the-mean
from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        # one norm over all gradients, as clip_grad_norm_ does it
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm)
        trainer.step(data.shape[0])
