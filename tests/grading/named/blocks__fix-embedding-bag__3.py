# mistake: The vectors of the padding are zeroed, but the mean still divides by the padded length and not by the number of real words.
# named: divided-by-length
from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        self.vocabulary = vocabulary
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary + 1, units)
            self.fc = nn.Dense(classes)

    def forward(self, ids):
        keep = (ids != self.vocabulary).astype("float32")
        vectors = self.emb(ids) * keep.expand_dims(2)
        return self.fc(nd.mean(vectors, axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
