"""The name is PyTorch's, and MXNet does not have it.

A block has no `parameters()`: it is `net.collect_params()`, a dictionary, and `.values()` of it are the Parameters.
"""


def count_trainable(net):
    return sum(p.numel() for p in net.parameters() if p.requires_grad)
