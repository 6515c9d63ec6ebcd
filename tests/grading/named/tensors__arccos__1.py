# mistake: Names the entry function acos instead of arccos.
# named: entry-name
from mxnet import nd


def acos(x):
    return nd.arccos(x)
