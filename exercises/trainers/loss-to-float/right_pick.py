from mxnet import nd


def mean_cross_entropy(logits, labels):
    return float(-nd.pick(nd.log_softmax(logits, axis=1), labels, axis=1).mean().asscalar())
