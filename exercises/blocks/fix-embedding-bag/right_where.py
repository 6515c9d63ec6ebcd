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
        words = (ids < self._padding).astype("float32").expand_dims(2)
        weights = words / words.sum(axis=1, keepdims=True)
        return self.fc((weights * self.emb(ids)).sum(axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
