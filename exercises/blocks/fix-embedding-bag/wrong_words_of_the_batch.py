"""The divisor is the number of words of the whole batch.

The mask is summed without an axis: sum it over the steps, `axis=1`, so that each sentence is divided by its own number of words.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        self.vocabulary = vocabulary
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary + 1, units)
            self.fc = nn.Dense(classes)

    def forward(self, ids):
        mask = (ids != self.vocabulary).astype("float32").expand_dims(axis=2)
        total = nd.sum(self.emb(ids) * mask, axis=1)
        return self.fc(total / mask.sum())


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
