"""The linear layer flattens the series.

`Dense` flattens all axes after the first one, so the steps are lost: pass `flatten=False`.
"""

from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh", layout="NTC")
            self.fc = nn.Dense(targets)

    def forward(self, x):
        return self.fc(self.rnn(x))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
