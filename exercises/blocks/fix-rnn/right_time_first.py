from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        return nd.transpose(self.fc(self.rnn(nd.transpose(x, (1, 0, 2)))), (1, 0, 2))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
