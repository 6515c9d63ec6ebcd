import torch


def observe(saliency, case, kit):
    for layer in case.net.modules():
        if isinstance(layer, torch.nn.BatchNorm1d):
            layer.running_mean.fill_(0.5)
            layer.running_var.fill_(2.0)
    result = saliency(case.net, case.x, case.labels)
    return {"result": result, "again": result, "statistics": kit.statistics(case.net)}
