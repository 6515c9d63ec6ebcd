import torch


def observe(attack, case, kit):
    for layer in case.net.modules():
        if isinstance(layer, torch.nn.BatchNorm1d):
            layer.running_mean.fill_(0.5)
            layer.running_var.fill_(2.0)
    case.net[-1].bias.data *= getattr(case, "scale", 1)
    case.net.eval()
    case.net(case.images).sum().backward()
    result = attack(case.net, *case.arguments[1:])
    seen = {"result": result, "gradients": kit.gradients(case.net), "statistics": kit.statistics(case.net)}
    return {**seen, "kept": True}
