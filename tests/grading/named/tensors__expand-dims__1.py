# mistake: Calls expand_dims with torch's keyword dim.
# named: torch-keyword, torch-argument
from mxnet import nd


def unsqueeze(x, dim):
    return nd.expand_dims(x, dim=dim)
