"""The vectors of the words are scaled.

Some models multiply the vectors by `sqrt(units)`; this one does not.
"""

from mxnet import gluon
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, activation="tanh", flatten=False)
            self.head = nn.Dense(vocabulary, flatten=False, in_units=units, params=self.emb.params)

    def forward(self, ids):
        return self.head(self.fc(self.emb(ids) * self.emb.weight.shape[1] ** 0.5))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
