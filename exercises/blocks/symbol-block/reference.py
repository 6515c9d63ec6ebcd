import torch


def feature_extractor(net, layer):
    return torch.nn.Sequential(*list(net)[: 2 * layer + 2])
