# mistake: The function initialises the Block that it returns, though the caller does.
# named: initialised-early
from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh", layout="NTC")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        return self.fc(self.rnn(x))


def make_forecaster(hidden, targets):
    net = Forecaster(hidden, targets)
    net.initialize()
    return net
