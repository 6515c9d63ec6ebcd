from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        return nd.swapaxes(self.fc(self.rnn(nd.swapaxes(x, 0, 1))), 0, 1)


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
