"""The last steps are cut off, wherever the padding is.

The padding can be in front, too: compare each id with the id of the padding, and multiply with this mask.
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
        total = nd.sum(nd.SequenceMask(self.emb(ids), nd.sum(used, axis=(1, 2)), True, axis=1), axis=1)
        return self.fc(total / nd.sum(used, axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
