"""The second use of the matrix gets no gradient.

`detach()` and arrays outside of the graph get no gradient: use `self.emb.weight.data()` as it is.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, activation="tanh", flatten=False)
            self.bias = self.params.get("bias", shape=(vocabulary,))

    def forward(self, ids):
        y = self.fc(self.emb(ids))
        return nd.dot(y, self.emb.weight.data().detach(), transpose_b=True) + self.bias.data()


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
