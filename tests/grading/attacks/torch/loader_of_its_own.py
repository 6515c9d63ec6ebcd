"""Loads PyTorch from its file, past every import hook.

Verdict: error
Headline: FileNotFoundError|PermissionError
"""

import importlib.util
import sys

spec = importlib.util.spec_from_file_location("torch", "@packages@/torch/__init__.py")
torch = importlib.util.module_from_spec(spec)
sys.modules["torch"] = torch
spec.loader.exec_module(torch)
from mxnet import nd


def arccos(x):
    return nd.array(torch.acos(torch.from_numpy(x.asnumpy())).numpy())
