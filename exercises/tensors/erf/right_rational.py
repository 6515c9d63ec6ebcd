from mxnet import nd

WEIGHTS = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)


def erf(x):
    t = 1 / (1 + 0.3275911 * nd.abs(x))
    tail = nd.zeros_like(x)
    for weight in WEIGHTS:
        tail = (tail + weight) * t
    return nd.sign(x) * (1 - tail * nd.exp(-nd.square(x)))
