"""The entry takes more than it is given."""

from mxnet import nd


def arccos(x, *rest, scale=1, **options):
    return nd.arccos(x) * scale
