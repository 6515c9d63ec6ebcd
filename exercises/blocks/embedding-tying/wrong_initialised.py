"""The Block is initialised by the function.

The task asks for an uninitialised Block: its caller chooses the initializer and the context.
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
        return self.head(self.fc(self.emb(ids)))


def make_lm(vocabulary, units):
    net = LanguageModel(vocabulary, units)
    net.initialize()
    return net
