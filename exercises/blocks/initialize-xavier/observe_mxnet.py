import numpy as onp
from mxnet import nd
from mxnet.gluon import nn

Sequential = nn.HybridSequential
erfinv, array_of, asnumpy = nd.erfinv, nd.array, nd.NDArray.asnumpy


def observe(init_xavier, case, kit):
    net = case.net
    for _ in range(case.containers):
        outer = Sequential()
        outer.add(net)
        net = outer
    before = kit.settings(net)
    init_xavier(net)
    after = kit.settings(net)
    arrays = [array.asnumpy() for array in kit.parameters(case.net)]
    weights = [array.astype("float64") for array in arrays if array.ndim == 2]
    bounds = [(6 / sum(array.shape)) ** 0.5 for array in weights]
    return {
        "reach": [float(abs(array).max()) / bound for array, bound in zip(weights, bounds)],
        "spread": [float(array.std()) / bound * 3**0.5 for array, bound in zip(weights, bounds)],
        "mean": [round(float(array.mean()) / bound, 1) for array, bound in zip(weights, bounds)],
        "draws": scores(weights, bounds),
        "settings": [f"{k} is {after.get(k)!r}" for k in before if after.get(k) != before[k]],
        "biases": [array for array in arrays if array.ndim == 1],
        "repeated": sum(len(array) - len(onp.unique(array, axis=0)) for array in weights),
    }


def scores(weights, bounds):
    """Return normal scores of the weights, which are normal draws where the weights are uniform, in rows of 100."""
    shares = onp.concatenate([(array / bound).reshape(-1, 100) for array, bound in zip(weights, bounds)])
    return asnumpy(erfinv(array_of(onp.clip(shares, -1 + 1e-6, 1 - 1e-6))))
