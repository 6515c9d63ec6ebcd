# mistake: Turns the comparison round, so it draws 1 with probability 1 - p.
# named: inverted
from mxnet import nd


def bernoulli(p):
    return (nd.random.uniform(shape=p.shape) > p).astype("float32")
