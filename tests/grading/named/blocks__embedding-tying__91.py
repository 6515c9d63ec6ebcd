# mistake: params.update() only adds the embedding's parameter to the dictionary of head, and head still computes with its own weight, so nothing is shared
# named: not-tied
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, in_units=units, flatten=False, activation="tanh")
            self.head = nn.Dense(vocabulary, in_units=units, flatten=False)
        self.head.params.update(self.emb.params)

    def forward(self, ids):
        return self.head(self.fc(self.emb(ids)))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
