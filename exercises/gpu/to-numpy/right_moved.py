import mxnet as mx


def to_numpy(x):
    return x.as_in_context(mx.cpu()).asnumpy()
