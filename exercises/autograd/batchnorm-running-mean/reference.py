import torch


def batchnorm_step(x):
    bn = torch.nn.BatchNorm1d(x.shape[1])
    y = bn(x)
    return y.detach(), bn.running_mean
