import torch
import torch.nn.functional as F
from torch import nn


class Discriminator(nn.Module):
    def __init__(self, ndf):
        super().__init__()
        self.conv1 = nn.LazyConv2d(ndf, 4, 2, 1, bias=False)
        self.conv2 = nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(ndf * 2, momentum=0.3)
        self.conv3 = nn.Conv2d(ndf * 2, 1, 4, 1, 0, bias=False)

    def forward(self, x):
        y = F.leaky_relu(self.conv1(x), 0.2)
        y = F.leaky_relu(self.norm2(self.conv2(y)), 0.2)
        return torch.sigmoid(self.conv3(y)).view(-1)


def make_discriminator(ndf):
    return Discriminator(ndf)
