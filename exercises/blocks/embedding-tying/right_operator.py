from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, flatten=False)
            self.bias = self.params.get("bias", shape=(vocabulary,))

    def forward(self, ids):
        y = nd.tanh(self.fc(self.emb(ids)))
        words, units = self.emb.weight.shape
        return nd.FullyConnected(y, self.emb.weight.data(), self.bias.data(), num_hidden=words, flatten=False)


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
