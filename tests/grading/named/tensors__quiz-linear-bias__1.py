# mistake: Replaces gemm by nd.dot but forgets to transpose w.
# named: no-transpose
from mxnet import nd


def linear(x, w, b):
    return nd.dot(x, w) + b
