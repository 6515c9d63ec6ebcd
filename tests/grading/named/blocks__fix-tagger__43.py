# mistake: The list multiplication puts the same Dense into hidden several times, so all hidden layers share one weight (and fail if features differ from units); right is a new Dense for each layer.
# named: one-layer-repeated
from mxnet import gluon, nd
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Sequential()
            self.hidden.add(*[nn.Dense(units, activation="relu", flatten=False)] * layers)
            self.fc = nn.Dense(tags, flatten=False)

    def forward(self, x):
        for layer in self.hidden:
            x = nd.Dropout(layer(x), p=0.25)
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
