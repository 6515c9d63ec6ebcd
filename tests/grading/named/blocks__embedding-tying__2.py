# mistake: fc lacks flatten=False, so Dense merges the time axis with the features and the output loses its time axis.
# named: flattened
from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, activation="tanh")
            self.head = nn.Dense(vocabulary, flatten=False, in_units=units, params=self.emb.params)

    def forward(self, ids):
        return self.head(self.fc(self.emb(ids)))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
