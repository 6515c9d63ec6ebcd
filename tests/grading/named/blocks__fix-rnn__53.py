# mistake: nonlinearity is PyTorch's name of the argument, and Gluon's RNN raises a TypeError for it; right: activation="tanh".
# named: torch-argument, unknown-argument
from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, nonlinearity="tanh", layout="NTC")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        out = self.rnn(x)
        return self.fc(out)


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
