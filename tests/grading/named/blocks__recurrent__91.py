# mistake: the last time step of the output is taken for both directions, but the final state of the reverse direction is at the first step
# named: last-step
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layers, layout="NTC", bidirectional=True,
                                 input_size=features)
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        out = self.lstm(x)
        return self.fc(out[:, -1, :])


def load_lstm(lstm, state, layers):
    for i in range(layers):
        for side, suffix in (("l", ""), ("r", "_reverse")):
            for kind in ("weight", "bias"):
                for gluon_name, torch_name in (("i2h", "ih"), ("h2h", "hh")):
                    param = getattr(lstm, "%s%d_%s_%s" % (side, i, gluon_name, kind))
                    param.set_data(state["lstm.%s_%s_l%d%s" % (kind, torch_name, i, suffix)])


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    load_lstm(net.lstm, state, layers)
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
