"""Starts another Python that has PyTorch.

Verdict: error
Headline: PermissionError|FileNotFoundError|BlockingIOError
"""

import subprocess
import sys

from mxnet import nd


def arccos(x):
    code = f"import torch; print(torch.acos(torch.tensor({x.asnumpy().tolist()})).tolist())"
    return nd.array(eval(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout))
