"""Answers with PyTorch.

Verdict: error
Headline: torch is not available to answers
"""

from mxnet import nd

import torch


def arccos(x):
    return nd.array(torch.acos(torch.from_numpy(x.asnumpy())).numpy())
