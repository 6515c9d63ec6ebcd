"""The recurrent biases are not copied.

Each direction has two biases: copy `bias_hh` into the `h2h` bias as well.
"""

import mxnet as mx
from mxnet import gluon, nd


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = gluon.rnn.LSTM(hidden, layers, layout="NTC", bidirectional=True, input_size=features)
            self.fc = gluon.nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        states = self.lstm.begin_state(batch_size=x.shape[0], ctx=x.context)
        _, (h, _) = self.lstm(x, states)
        return self.fc(nd.concat(h[-2], h[-1], dim=1))


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    params = net.lstm.collect_params()
    prefix = net.lstm.prefix
    for layer in range(layers):
        for direction, suffix in (("l", ""), ("r", "_reverse")):
            start = f"{prefix}{direction}{layer}_"
            params[start + "i2h_weight"].set_data(state[f"lstm.weight_ih_l{layer}{suffix}"])
            params[start + "h2h_weight"].set_data(state[f"lstm.weight_hh_l{layer}{suffix}"])
            params[start + "i2h_bias"].set_data(state[f"lstm.bias_ih_l{layer}{suffix}"])
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
