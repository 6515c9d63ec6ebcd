"""The weight of the head is replaced or copied after the head was created.

The parameters have no values in the constructor, and a copy is not shared. Gluon shares parameters when a layer is created: pass
`params=self.emb.params` to the head.
"""

from mxnet import gluon
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, activation="tanh", flatten=False)
            self.head = nn.Dense(vocabulary, flatten=False, in_units=units)
            self.head.weight = self.emb.weight.data()

    def forward(self, ids):
        return self.head(self.fc(self.emb(ids)))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
