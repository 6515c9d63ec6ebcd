"""Warns, logs and writes to standard error."""

import logging
import sys
import warnings

from mxnet import nd

logging.basicConfig(level=logging.DEBUG)


def arccos(x):
    warnings.warn("careful", stacklevel=2)
    logging.getLogger(__name__).warning("shape %s", x.shape)
    print("to the side", file=sys.stderr)
    return nd.arccos(x)
