import torch


def save_net(net, path):
    torch.save(net.state_dict(), path)
