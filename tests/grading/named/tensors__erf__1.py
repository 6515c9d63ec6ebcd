# mistake: Uses nd without importing it.
# named: missing-import
import mxnet as mx


def erf(x):
    return nd.erf(x)
