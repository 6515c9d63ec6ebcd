"""Reads the reference and turns torch's name into MXNet's.

Verdict: error
Headline: FileNotFoundError|PermissionError
"""

text = open("@exercise@/reference.py").read()
exec(text.replace("import torch", "from mxnet import nd").replace("torch.acos", "nd.arccos"))
