import torch


def make_trainer(net, lr):
    return torch.optim.SGD(net.parameters(), lr=lr)
