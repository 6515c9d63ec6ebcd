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
        vectors = self.emb(ids)
        padded = nd.broadcast_like(nd.equal(ids, self._padding).expand_dims(2), vectors)
        total = nd.where(padded, nd.zeros_like(vectors), vectors).sum(axis=1)
        return self.fc(total / (ids != self._padding).expand_dims(2).sum(axis=1).astype("float32"))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
