# mistake: The gradient of each parameter is still clipped alone, not all of them together by their global norm.
# named: each-parameter
from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for parameter in trained:
            gluon.utils.clip_global_norm([parameter.grad()], max_norm)
        trainer.step(1)
