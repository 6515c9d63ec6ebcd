# mistake: SequenceMask takes axis 0 as the time axis by default, but the embedded ids are (n, t, units); pass axis=1.
# named: time-first
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
        lengths = (ids != self.vocabulary).astype("float32").sum(axis=1)
        words = nd.SequenceMask(self.emb(ids), sequence_length=lengths, use_sequence_length=True)
        return self.fc(words.sum(axis=1) / lengths.reshape((-1, 1)))


def make_bag(vocabulary, units, classes):
    return BagOfWords(vocabulary, units, classes)
