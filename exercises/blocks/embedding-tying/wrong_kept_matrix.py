"""The matrix of the embedding is kept from the first call.

A transposed copy does not follow the weight, and passes no gradient to it: read `self.emb.weight.data()` in each call.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        self._table = None
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, in_units=units, flatten=False, activation="tanh")
            self.bias = self.params.get("bias", shape=(vocabulary,), init="zeros")

    def forward(self, ids):
        if self._table is None:
            # (units, vocabulary)
            self._table = self.emb.weight.data().T
        hidden = self.fc(self.emb(ids))
        return nd.dot(hidden, self._table) + self.bias.data()


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
