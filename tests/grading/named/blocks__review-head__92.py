# mistake: only weight and bias of the direct layers are frozen, so gamma and beta of a BatchNorm and the layers of a nested Block still get gradients
# named: layers-only
import mxnet as mx
from mxnet.gluon import nn


def freeze(layer):
    for name in ("weight", "bias"):
        param = getattr(layer, name, None)
        if param is not None:
            param.grad_req = "null"


def replace_head(net, classes):
    ctx = list(net.collect_params().values())[0].list_ctx()
    model = nn.HybridSequential()
    for layer in net[:-1]:
        freeze(layer)
        model.add(layer)
    freeze(net[-1])

    head = nn.Dense(classes, weight_initializer=mx.init.Constant(0.1))
    head.initialize(ctx=ctx)
    model.add(head)
    return model
