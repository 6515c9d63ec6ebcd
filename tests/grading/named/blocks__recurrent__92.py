# mistake: the zero state is made once for the size of the first batch and kept, so a later batch of another size raises an error
# named: states-kept
import re

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn

_NAME = re.compile(r"lstm\.(weight|bias)_(ih|hh)_l(\d+)(_reverse)?$")


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, num_layers=layers, layout="NTC",
                                 bidirectional=True, input_size=features)
            self.fc = nn.Dense(classes, in_units=2 * hidden)
        self._zeros = None

    def forward(self, x):
        if self._zeros is None:
            self._zeros = self.lstm.begin_state(batch_size=x.shape[0], ctx=x.context)
        _, (h, _) = self.lstm(x, self._zeros)
        return self.fc(nd.concat(h[-2], h[-1], dim=1))


def gluon_name(name):
    kind, source, layer, reverse = _NAME.match(name).groups()
    side = "r" if reverse else "l"
    return "{}{}_{}_{}".format(side, layer, {"ih": "i2h", "hh": "h2h"}[source], kind)


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    for name, value in state.items():
        if name.startswith("lstm."):
            getattr(net.lstm, gluon_name(name)).set_data(value)
        else:
            getattr(net.fc, name[len("fc."):]).set_data(value)
    return net
