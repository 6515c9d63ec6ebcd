import numpy as onp
from mxnet import nd
from mxnet.gluon import nn

LAYERS = ("features.0", "features.1", "features.4", "features.5", "classifier")


def port(path):
    state = onp.load(path)
    first, second, last = (len(state[f"{layer}.weight"]) for layer in (LAYERS[0], LAYERS[2], LAYERS[4]))
    net = nn.HybridSequential()
    net.add(nn.Conv2D(first, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D())
    net.add(nn.Conv2D(second, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.Dense(last))
    net.initialize()
    names = [f"{layer}.{leaf}" for layer in LAYERS for leaf in ("weight", "bias", "running_mean", "running_var")]
    for parameter, name in zip(net.collect_params().values(), [name for name in names if name in state]):
        parameter.set_data(nd.array(state[name]))
    return net
