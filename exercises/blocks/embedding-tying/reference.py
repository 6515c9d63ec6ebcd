import torch
from torch import nn


class LanguageModel(nn.Module):
    def __init__(self, vocabulary, units):
        super().__init__()
        self.emb = nn.Embedding(vocabulary, units)
        self.fc = nn.Linear(units, units)
        self.head = nn.Linear(units, vocabulary)
        self.head.weight = self.emb.weight

    def forward(self, ids):
        return self.head(torch.tanh(self.fc(self.emb(ids))))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
