from torch import nn


class BagOfWords(nn.Module):
    def __init__(self, vocabulary, units, classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(vocabulary + 1, units, mode="mean", padding_idx=vocabulary)
        self.fc = nn.Linear(units, classes)

    def forward(self, ids):
        return self.fc(self.bag(ids))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
