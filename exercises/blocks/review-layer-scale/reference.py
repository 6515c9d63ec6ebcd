import torch
import torch.nn.functional as F
from torch import nn


class ScaledMlp(nn.Module):
    def __init__(self, units, start):
        super().__init__()
        self.norm = nn.LayerNorm(units, eps=0.01)
        self.fc1 = nn.Linear(units, 2 * units)
        self.fc2 = nn.Linear(2 * units, units)
        self.drop = nn.Dropout(0.1)
        self.gamma = nn.Parameter(torch.full((units,), start))

    def forward(self, x):
        y = self.drop(F.gelu(self.fc1(self.norm(x))))
        x = x + self.gamma * self.fc2(y)
        return x


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
