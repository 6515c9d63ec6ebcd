# mistake: The two last states of shape (2, n, hidden) are reshaped to (n, 2 * hidden) without moving the direction behind the batch, which mixes the samples.
# named: states-reshaped
from mxnet import gluon


class Classifier(gluon.Block):
    def __init__(self, features, hidden, layers, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = gluon.rnn.LSTM(
                hidden, layers, layout="NTC", bidirectional=True, input_size=features
            )
            self.fc = gluon.nn.Dense(classes, in_units=2 * hidden)

    def forward(self, x):
        begin = self.lstm.begin_state(batch_size=x.shape[0], ctx=x.context)
        _, (h, _) = self.lstm(x, begin)
        return self.fc(h[-2:].reshape((x.shape[0], -1)))


def port_classifier(state, features, hidden, layers, classes):
    net = Classifier(features, hidden, layers, classes)
    net.initialize()
    for layer in range(layers):
        for letter, suffix in (("l", ""), ("r", "_reverse")):
            for ours, theirs in (("i2h", "ih"), ("h2h", "hh")):
                for kind in ("weight", "bias"):
                    param = getattr(net.lstm, f"{letter}{layer}_{ours}_{kind}")
                    param.set_data(state[f"lstm.{kind}_{theirs}_l{layer}{suffix}"])
    net.fc.weight.set_data(state["fc.weight"])
    net.fc.bias.set_data(state["fc.bias"])
    return net
