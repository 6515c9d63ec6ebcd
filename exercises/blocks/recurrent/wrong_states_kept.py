"""The first states are made once, with the size of the first batch.

The net must take batches of any size: make the states in each call of `forward`, with the batch size of its input.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        self.states = None
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layers, layout="NTC", bidirectional=True, input_size=features)
            self.fc = nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        if self.states is None:
            self.states = self.lstm.begin_state(batch_size=x.shape[0])
        _, (h, _) = self.lstm(x, self.states)
        return self.fc(nd.concat(h[-2], h[-1], dim=1))


NAMES = {
    "weight_ih": "i2h_weight",
    "weight_hh": "h2h_weight",
    "bias_ih": "i2h_bias",
    "bias_hh": "h2h_bias",
}


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    for layer in range(layers):
        for side, suffix in (("l", ""), ("r", "_reverse")):
            for theirs, ours in NAMES.items():
                parameter = getattr(net.lstm, f"{side}{layer}_{ours}")
                parameter.set_data(state[f"lstm.{theirs}_l{layer}{suffix}"])
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
