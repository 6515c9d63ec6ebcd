"""Puts the folder of the packages back on the path and imports PyTorch from there.

Verdict: error
Headline: torch
"""

import glob
import sys

sys.path[:0] = ["@packages@", *glob.glob("/usr/lib/python3*/site-packages")]
sys.path_importer_cache.clear()
from mxnet import nd

import torch


def arccos(x):
    return nd.array(torch.acos(torch.from_numpy(x.asnumpy())).numpy())
