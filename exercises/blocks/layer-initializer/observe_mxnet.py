import numpy as onp
from mxnet import init
from mxnet.gluon import nn

Sequential, One = nn.Sequential, init.One


def observe(make_layer, case, kit):
    layer = make_layer(case.units)
    seen = {"kind": kit.kind(layer, "Dense")}
    if seen["kind"] != "Dense":
        return seen
    net = Sequential()
    net.add(layer)
    kit.initialize(net, One(), again=True)
    net(kit.fitting(case.x))
    seen["parameters"] = kit.shapes(layer)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    weight, bias = (array.asnumpy().astype("float64") for array in kit.parameters(layer))
    kit.initialize(net, One(), again=True)
    anew = kit.parameters(layer)[0].asnumpy().astype("float64")
    seen |= {
        "spread": float(weight.std()),
        "mean": round(float(weight.mean()) / 0.01, 1),
        "within": float((abs(weight) < weight.std()).mean()),
        "bias": bias,
        "draws": onp.concatenate([weight, anew[:50]]).reshape(-1, 100),
    }
    kit.load(layer, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
