# mistake: Keeps the layers in a plain list and only initialises them in the constructor, so they are not children and collect_params() misses their parameters; they must be registered, for example in a Sequential.
# named: list-initialised
from mxnet import gluon, nd
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = []
            for _ in range(layers):
                layer = nn.Dense(units, activation="relu", flatten=False)
                layer.initialize()
                self.hidden.append(layer)
            self.fc = nn.Dense(tags, flatten=False)

    def forward(self, x):
        for layer in self.hidden:
            x = nd.Dropout(layer(x), p=0.25)
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
