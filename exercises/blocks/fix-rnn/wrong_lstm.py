"""The layer is an LSTM.

An LSTM has four gates and four times as many weights: the port of `nn.RNN` is `rnn.RNN`.
"""

from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.LSTM(hidden, layout="NTC")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        return self.fc(self.rnn(x))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
