# mistake: The same prefix gives two different Parameters with the same name, which are not shared, and collect_params() raises; params=self.emb.params shares the weight.
# named: same-names
from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units, prefix="shared_")
            self.fc = nn.Dense(units, in_units=units, flatten=False)
            self.head = nn.Dense(vocabulary, in_units=units, flatten=False, prefix="shared_")

    def forward(self, ids):
        return self.head(nd.tanh(self.fc(self.emb(ids))))


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
