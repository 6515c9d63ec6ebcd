# mistake: Calls nd.atan, torch's name, where MXNet has arctan.
# named: torch-name
from mxnet import nd


def arctan(x):
    return nd.atan(x)
