def saliency(net, x):
    net.eval()
    x = x.detach().clone().requires_grad_(True)
    net(x).sum().backward()
    return x.grad
