# mistake: The mean leaves the padding out, but the table still has no row for the padding id, so PyTorch's weight does not fit.
# named: row-missing
from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        self.vocabulary = vocabulary
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(classes)

    def forward(self, ids):
        keep = (ids != self.vocabulary).astype("float32")
        total = (self.emb(ids) * keep.expand_dims(2)).sum(axis=1)
        return self.fc(total / keep.sum(axis=1, keepdims=True))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
