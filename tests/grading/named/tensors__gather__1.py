# mistake: Uses nd.pick, which takes one element a row and not several.
# named: pick-one-a-row
from mxnet import nd


def gather(x, index):
    return nd.pick(x, index, axis=1)
