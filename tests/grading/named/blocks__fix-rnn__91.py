# mistake: only the first values are made like PyTorch's, the RNN keeps Gluon's default activation relu instead of tanh, so the same weights give other values
# named: relu-default
import math

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn, rnn


def torch_uniform(fan):
    return mx.init.Uniform(1.0 / math.sqrt(fan))


class Forecaster(gluon.Block):
    def __init__(self, hidden, targets, **kwargs):
        super().__init__(**kwargs)
        names = ["i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias"]
        inits = {name + "_initializer": torch_uniform(hidden) for name in names}
        with self.name_scope():
            self.rnn = rnn.RNN(hidden, layout="NTC", **inits)
            self.fc = nn.Dense(targets, flatten=False,
                               weight_initializer=torch_uniform(hidden),
                               bias_initializer=torch_uniform(hidden))

    def forward(self, x):
        return self.fc(self.rnn(x))


def make_forecaster(hidden, targets):
    return Forecaster(hidden, targets)
