import torch


def saliency(net, x, labels):
    net.eval()
    x = x.clone().requires_grad_(True)
    scores = net(x)
    chosen = scores[torch.arange(len(x)), labels]
    chosen.sum().backward()
    return x.grad.abs()
