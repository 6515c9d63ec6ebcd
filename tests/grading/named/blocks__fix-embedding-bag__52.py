# mistake: It takes 0 for the id of the padding, so the padding counts and the word 0 does not; right: ids != vocabulary.
# named: padding-is-zero
from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary + 1, units)
            self.fc = nn.Dense(classes)

    def forward(self, ids):
        mask = nd.expand_dims((ids > 0).astype("float32"), axis=2)
        total = nd.sum(nd.broadcast_mul(self.emb(ids), mask), axis=1)
        return self.fc(nd.broadcast_div(total, mask.sum(axis=1)))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
