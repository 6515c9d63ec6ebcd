"""The vectors of a sentence are combined by their maximum.

The mode is `mean`: sum the vectors of the words, and divide by their number.
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
        return self.fc(nd.max(self.emb(ids) * used, axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
