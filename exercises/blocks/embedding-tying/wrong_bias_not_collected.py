"""The bias of the head is not collected.

A `gluon.Parameter` that is only an attribute is not collected, so the caller does not initialise it: create it with `self.params.get`,
or let the head have its bias.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, activation="tanh", flatten=False)
        self.bias = gluon.Parameter("bias", shape=(vocabulary,), init="zeros")

    def forward(self, ids):
        return nd.dot(self.fc(self.emb(ids)), self.emb.weight.data(), transpose_b=True) + self.bias.data()


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
