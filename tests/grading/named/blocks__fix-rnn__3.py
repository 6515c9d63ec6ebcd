# mistake: The input is swapped to (time, batch, features), but the output is never swapped back to (batch, time, targets).
# named: not-swapped-back
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
