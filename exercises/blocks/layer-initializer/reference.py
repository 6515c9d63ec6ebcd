import torch


def make_layer(units):
    layer = torch.nn.Linear(400, units)
    torch.nn.init.normal_(layer.weight, 0, 0.01)
    torch.nn.init.zeros_(layer.bias)
    return layer
