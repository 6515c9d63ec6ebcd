import torch


def predict_on(net, mean, std, x, ctx):
    net.to(ctx).eval()
    x = x.to(ctx)
    with torch.no_grad():
        return torch.softmax(net((x - mean.to(ctx)) / std.to(ctx)), dim=1)
