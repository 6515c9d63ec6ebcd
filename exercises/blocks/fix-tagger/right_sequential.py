from mxnet import gluon
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Sequential()
            for _ in range(layers):
                self.hidden.add(nn.Dense(units, activation="relu", flatten=False), nn.Dropout(0.25))
            self.fc = nn.Dense(tags, flatten=False)

    def forward(self, x):
        return self.fc(self.hidden(x))


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
