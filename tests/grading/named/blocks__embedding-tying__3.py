# mistake: The head is only a product with the shared matrix; its bias, the fourth parameter, is missing.
# named: no-bias
from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, flatten=False, in_units=units)

    def forward(self, ids):
        y = nd.tanh(self.fc(self.emb(ids)))
        return nd.dot(y, self.emb.weight.data(), transpose_b=True)


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
