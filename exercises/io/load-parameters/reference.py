import torch


def load_net(net, path, ctx, strict):
    net.load_state_dict(torch.load(path, map_location=ctx), strict=strict)
    net.to(ctx)
