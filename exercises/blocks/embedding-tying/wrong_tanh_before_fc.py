"""The tanh comes before the linear layer.

PyTorch's model applies tanh to the result of `fc`, not to the vectors of the words.
"""

from mxnet import gluon
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, flatten=False)
            self.head = nn.Dense(vocabulary, flatten=False, in_units=units, params=self.emb.params)

    def forward(self, ids):
        return self.head(self.fc(self.emb(ids).tanh()))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
