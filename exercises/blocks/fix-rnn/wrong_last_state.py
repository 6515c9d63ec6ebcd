"""The linear layer gets the last state, not the output.

The last state has no axis for the steps: the output is the first value of the pair, with one vector per step.
"""

from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh", layout="NTC")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        _, states = self.rnn(x, self.rnn.begin_state(batch_size=x.shape[0]))
        return self.fc(states[0])


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
