import torch


def observe(train_groups, case, kit):
    net = torch.nn.Sequential(case.net[:-1], case.net[-1]) if case.nested else case.net
    train_groups(net, *case.arguments[1:])
    return {"mode": ["training"], "parameters": kit.parameters(net)}
