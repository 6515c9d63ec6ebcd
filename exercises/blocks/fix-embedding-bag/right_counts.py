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
        counts = nd.one_hot(ids, self._padding + 1).sum(axis=1)
        counts[:, self._padding] = 0
        return self.fc(nd.dot(counts / counts.sum(axis=1, keepdims=True), self.emb.weight.data()))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
