from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(classes)

    def forward(self, ids):
        return self.fc(nd.mean(self.emb(ids), axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
