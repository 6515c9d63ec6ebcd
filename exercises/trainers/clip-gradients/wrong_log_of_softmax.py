"""The logarithm of a probability that is rounded to 0 is infinite.

For outputs that are far apart float32 has no such small probability: use `nd.log_softmax`, or Gluon's loss.
"""

from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = -nd.log(nd.softmax(net(data))).pick(label).mean()
    loss.backward()
    parameters = net.collect_params().values()
    norm = gluon.utils.clip_global_norm([p.grad() for p in parameters if p.grad_req != "null"], max_norm)
    trainer.step(1)
    return norm
