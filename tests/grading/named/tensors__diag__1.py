# mistake: Asks for x.dim(), torch's method, to tell vectors from matrices.
# named: torch-name
from mxnet import nd


def diag(x):
    if x.dim() == 1:
        return nd.diag(x)
    return nd.linalg.extractdiag(x)
