"""The layers have other names.

The task asks for the attributes `emb` and `fc`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding = nn.Embedding(vocabulary, units)
            self.hidden = nn.Dense(units, activation="tanh", flatten=False)
            self.head = nn.Dense(vocabulary, flatten=False, in_units=units, params=self.embedding.params)

    def forward(self, ids):
        return self.head(self.hidden(self.embedding(ids)))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
