# mistake: The suffix _reverse is forgotten, so the backward direction gets the weights of the forward direction.
# named: forward-weights-twice
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(
                hidden, layers, layout="NTC", bidirectional=True, input_size=features
            )
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        states = self.lstm.begin_state(batch_size=x.shape[0], ctx=x.context)
        _, (h, _) = self.lstm(x, states)
        return self.fc(nd.concat(h[-2], h[-1], dim=1))


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    names = {"i2h_weight": "weight_ih", "h2h_weight": "weight_hh",
             "i2h_bias": "bias_ih", "h2h_bias": "bias_hh"}
    for layer in range(layers):
        for side in "lr":
            for ours, theirs in names.items():
                param = getattr(net.lstm, "%s%d_%s" % (side, layer, ours))
                param.set_data(state["lstm.%s_l%d" % (theirs, layer)])
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
