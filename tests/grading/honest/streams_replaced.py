"""Replaces standard output and never puts it back."""

import io
import sys

from mxnet import nd

sys.stdout = io.StringIO()


def arccos(x):
    print("into the void")
    return nd.arccos(x)
