# mistake: The transposed matrix is cached at the first call, so later calls use the old values after the weight has changed and the head's use adds no right gradient; a right answer reads emb.weight.data() in each call.
# named: kept-matrix
from mxnet import gluon, nd
from mxnet.gluon import nn


class LanguageModel(gluon.Block):
    def __init__(self, vocabulary, units, **kwargs):
        super().__init__(**kwargs)
        self._table = None
        with self.name_scope():
            self.emb = nn.Embedding(vocabulary, units)
            self.fc = nn.Dense(units, in_units=units, flatten=False, activation="tanh")
            self.bias = self.params.get("bias", shape=(vocabulary,), init="zeros")

    def forward(self, ids):
        if self._table is None:
            # (units, vocabulary)
            self._table = self.emb.weight.data().T
        hidden = self.fc(self.emb(ids))
        return nd.dot(hidden, self._table) + self.bias.data()


def make_lm(vocabulary, units):
    return LanguageModel(vocabulary, units)
