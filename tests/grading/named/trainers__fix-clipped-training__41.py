# mistake: clip_global_norm takes the gradient arrays, not the parameters as PyTorch's clip_grad_norm_ does; [p.grad() for p in trained] would be right.
# named: parameter-as-array
from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        gluon.utils.clip_global_norm(trained, max_norm)
        trainer.step(1)
