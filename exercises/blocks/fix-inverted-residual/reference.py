import torch.nn.functional as F
from torch import nn


class InvertedResidual(nn.Module):
    def __init__(self, channels, hidden):
        super().__init__()
        self.expand = nn.Conv2d(channels, hidden, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(hidden, eps=0.001)
        self.depthwise = nn.Conv2d(hidden, hidden, 3, padding=1, groups=hidden, bias=False)
        self.norm2 = nn.BatchNorm2d(hidden, eps=0.001)
        self.gate = nn.Conv2d(hidden, hidden, 1)
        self.project = nn.Conv2d(hidden, channels, 1, bias=False)

    def forward(self, x):
        y = F.relu(self.norm1(self.expand(x)))
        y = F.relu(self.norm2(self.depthwise(y)))
        y = y * F.hardsigmoid(self.gate(y.mean((2, 3), keepdim=True)))
        y = self.project(y)
        y += x
        return y


def make_inverted(channels, hidden):
    return InvertedResidual(channels, hidden)
