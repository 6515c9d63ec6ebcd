"""Leaves code where the next Python runs it: sitecustomize, .pth, user site, bytecode.

Output: left: 0
"""

import os
import site

import mxnet
from mxnet import nd


def arccos(x):
    left = 0
    folders = [
        *site.getsitepackages(),
        os.path.dirname(mxnet.__file__),
        "@checkout@/mxtutor",
        "@packages@",
        "@checkout@",
    ]
    for folder in folders:
        for name in ("sitecustomize.py", "evil.pth", "__pycache__/__init__.cpython-311.pyc", "__init__.py"):
            try:
                with open(os.path.join(folder, name), "ab") as file:
                    file.write(b"\n")
                left += 1
            except OSError:
                pass
    print("left:", left)
    return nd.zeros_like(x)
