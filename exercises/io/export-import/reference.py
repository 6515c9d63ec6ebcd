import torch


def export_and_reload(net, x, prefix):
    torch.export.save(torch.export.export(net.eval(), (x,)), prefix + ".pt2")
    return torch.export.load(prefix + ".pt2").module()
