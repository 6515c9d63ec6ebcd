"""The recurrent layer takes the batch for the time.

The default layout is (time, batch, features): pass `layout='NTC'`, which is `batch_first=True`.
"""

from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        return self.fc(self.rnn(x))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
