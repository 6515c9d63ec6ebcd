"""The id 0 is taken for the padding.

The padding has the id `vocabulary`, and 0 is a word: compare the ids with `vocabulary`.
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
        used = (ids != 0).astype("float32").expand_dims(2)
        total = nd.sum(self.emb(ids) * used, axis=1)
        return self.fc(nd.broadcast_div(total, used.sum(axis=1)))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
