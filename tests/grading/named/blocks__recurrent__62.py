# mistake: batch_first was forgotten: the LSTM has the default layout 'TNC', so it reads the batch as time and the time as batch. It needs layout='NTC'.
# named: time-first-outputs
from mxnet import gluon, nd


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes):
        super().__init__()
        self.hidden = hidden
        with self.name_scope():
            self.lstm = gluon.rnn.LSTM(hidden, num_layers=layers, bidirectional=True, input_size=features)
            self.fc = gluon.nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        outputs = self.lstm(x)
        forward_end = outputs[:, -1, : self.hidden]
        backward_end = outputs[:, 0, self.hidden :]
        return self.fc(nd.concat(forward_end, backward_end, dim=1))


def gluon_name(name):
    """weight_ih_l0_reverse -> r0_i2h_weight"""
    direction = "l"
    if name.endswith("_reverse"):
        direction = "r"
        name = name[: -len("_reverse")]
    kind, gate, layer = name.split("_")
    gate = {"ih": "i2h", "hh": "h2h"}[gate]
    return direction + layer[1:] + "_" + gate + "_" + kind


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    for name, array in state.items():
        block, rest = name.split(".")
        if block == "lstm":
            getattr(net.lstm, gluon_name(rest)).set_data(array)
        else:
            getattr(net.fc, rest).set_data(array)
    return net
