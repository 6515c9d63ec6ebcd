# mistake: The weight of a Gluon layer cannot be replaced by an assignment; the parameters are shared with params= when the layer is made.
# named: assigned
from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, flatten=False, in_units=units)
            self.head = nn.Dense(vocabulary, flatten=False, in_units=units)
        self.head.weight = self.emb.weight

    def forward(self, ids):
        return self.head(nd.tanh(self.fc(self.emb(ids))))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
