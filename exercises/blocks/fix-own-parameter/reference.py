import torch
from torch import nn


class Standardised(nn.Module):
    def __init__(self, features, outputs):
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.scale = nn.Parameter(torch.ones(features))
        self.fc = nn.Linear(features, outputs)

    def forward(self, x):
        return self.fc((x - self.mean) * self.scale)


def make_standardised(features, outputs):
    return Standardised(features, outputs)
