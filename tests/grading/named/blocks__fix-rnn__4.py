# mistake: A Gluon RNN that gets no state returns only its output, so the unpacking into two splits the batch.
# named: no-states
from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh", layout="NTC")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        out, _ = self.rnn(x)
        return self.fc(out)


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
