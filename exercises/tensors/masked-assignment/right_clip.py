from mxnet import nd


def zero_negatives(x):
    return nd.clip(x, a_min=0, a_max=float("inf"))
