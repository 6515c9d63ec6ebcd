"""The head has no bias.

PyTorch's `head` has a bias of its own: leave `use_bias=False` out, or, after `nd.dot`, add a parameter of shape
(vocabulary,).
"""

from mxnet import gluon
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, activation="tanh", flatten=False)
            self.head = nn.Dense(vocabulary, flatten=False, in_units=units, use_bias=False, params=self.emb.params)

    def forward(self, ids):
        return self.head(self.fc(self.emb(ids)))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
