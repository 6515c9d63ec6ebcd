import torch.nn.functional as F
from torch import nn


class Tagger(nn.Module):
    def __init__(self, units, layers, tags):
        super().__init__()
        self.hidden = nn.ModuleList([nn.LazyLinear(units) for _ in range(layers)])
        self.fc = nn.Linear(units, tags)

    def forward(self, x):
        for layer in self.hidden:
            x = F.dropout(F.relu(layer(x)), 0.25, self.training)
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
