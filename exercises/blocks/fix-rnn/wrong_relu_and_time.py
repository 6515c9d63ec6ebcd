"""The recurrent layer has another function and takes the batch for the time.

Two defaults differ from PyTorch's: pass `activation='tanh'` and `layout='NTC'`.
"""

from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden)
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        return self.fc(self.rnn(x))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
