# mistake: the dropout is applied once after all hidden layers instead of after each of them.
# named: one-dropout
from mxnet import gluon, nd
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Sequential()
            for _ in range(layers):
                self.hidden.add(nn.Dense(units, activation="relu", flatten=False))
            self.fc = nn.Dense(tags, flatten=False)

    def forward(self, x):
        x = self.hidden(x)
        x = nd.Dropout(x, p=0.25)
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
