"""The name is PyTorch's, and MXNet does not have it.

A Block has no `parameters()`: use `net.collect_params()`, a dictionary; its `.values()` are the Parameters.
"""


def count_trainable(net):
    return sum(p.numel() for p in net.parameters() if p.requires_grad)
