import torch


def hand_over(net, twin, path):
    torch.save(net.state_dict(), path)
    twin.load_state_dict(torch.load(path))
