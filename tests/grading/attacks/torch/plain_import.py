"""Answers with PyTorch.

Verdict: error
Headline: torch is not available to answers
"""

import torch
from mxnet import nd


def arccos(x):
    return nd.array(torch.acos(torch.from_numpy(x.asnumpy())).numpy())
