from mxnet import npx


def bernoulli(p):
    return npx.random.bernoulli(prob=p.as_np_ndarray())
