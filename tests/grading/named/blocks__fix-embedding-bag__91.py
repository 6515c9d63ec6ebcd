# mistake: sets the padding to 0 but takes the mean over all positions, so longer padding still makes the vector of a sentence smaller
# named: divided-by-length
from mxnet import gluon, nd
from mxnet.gluon import nn


class BagOfWords(gluon.Block):
    def __init__(self, vocabulary, units, classes, **kwargs):
        super().__init__(**kwargs)
        self.padding = vocabulary
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary + 1, units)
            self.fc = nn.Dense(classes)

    def forward(self, ids):
        y = self.emb(ids)
        real = (ids != self.padding).astype(y.dtype).expand_dims(2)
        return self.fc(nd.mean(y * real, axis=1))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
