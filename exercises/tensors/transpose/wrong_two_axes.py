"""The function gets two axes to exchange, as in PyTorch.

`transpose` in MXNet takes the whole new order of the axes as one tuple: `x.transpose((1, 0))`. To name two axes as in
PyTorch write `x.swapaxes(0, 1)`.
"""


def transpose(x):
    return x.transpose(0, 1)
