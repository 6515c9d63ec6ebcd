# mistake: reshape does not exchange the axes of batch and time, it mixes the series; it takes swapaxes or layout="NTC".
# named: reshape-for-transpose
from mxnet import gluon
from mxnet.gluon import nn, rnn


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, activation="tanh")
            self.fc = nn.Dense(targets, flatten=False)

    def forward(self, x):
        n, t = x.shape[:2]
        out = self.rnn(x.reshape((t, n, -1)))
        return self.fc(out.reshape((n, t, -1)))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
