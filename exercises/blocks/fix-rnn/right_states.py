from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh", layout="NTC")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        out, _ = self.rnn(x, self.rnn.begin_state(x.shape[0]))
        return self.fc(out)


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
