import numpy as onp
from mxnet import nd
from mxnet.gluon import nn

erfinv, array_of, asnumpy = nd.erfinv, nd.array, nd.NDArray.asnumpy
Sequential, Conv2D, Dense = nn.HybridSequential, nn.Conv2D, nn.Dense


def observe(init_like_torch, case, kit):
    images = Sequential()
    images.add(Conv2D(case.filters, 3, in_channels=case.channels))
    images.add(Conv2D(200, tuple(case.kernel), in_channels=20, groups=4))
    # The last ones have no bias: biases and weights are in the same order.
    images.add(Conv2D(100, (1, 4), in_channels=30, use_bias=False), Dense(100, in_units=40, use_bias=False))
    nets = [case.net, images]
    before = [kit.settings(net) for net in nets]
    for net in nets:
        init_like_torch(net)
    after = [kit.settings(net) for net in nets]
    arrays = [array.asnumpy().astype("float64") for net in nets for array in kit.parameters(net)]
    weights, biases = [a for a in arrays if a.ndim > 1], [a for a in arrays if a.ndim == 1]
    bounds = [weight[0].size ** -0.5 for weight in weights]
    return {
        **measures("weight", weights, bounds),
        **measures("bias", biases, bounds),
        "weight_mean": [round(float(a.mean()) / bound, 1) for a, bound in zip(weights, bounds)],
        "draws": scores([*weights, *biases], bounds * 2),
        "copied": [bool(onp.isin(b, w).mean() > 0.1) for w, b in zip(weights, biases)],
        "settings": [f"{k} is {y.get(k)!r}" for x, y in zip(before, after) for k in x if y.get(k) != x[k]],
    }


def measures(name, arrays, bounds):
    return {
        f"{name}_reach": [float(abs(a).max()) / bound for a, bound in zip(arrays, bounds)],
        f"{name}_spread": [float(a.std()) / bound * 3**0.5 for a, bound in zip(arrays, bounds)],
    }


def scores(arrays, bounds):
    """Return normal scores of the draws, which are normal where the draws are uniform, in rows of 100."""
    shares = onp.concatenate([(array / bound).reshape(-1, 100) for array, bound in zip(arrays, bounds)])
    return asnumpy(erfinv(array_of(onp.clip(shares, -1 + 1e-6, 1 - 1e-6))))
