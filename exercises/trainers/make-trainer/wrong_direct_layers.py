"""The layers of a block in the net are left out.

`params` of a layer holds only its own parameters, not those of the layers inside it: take what `net.collect_params()` finds.
"""

from mxnet import gluon


def make_trainer(net, lr):
    parameters = [parameter for layer in net for parameter in layer.params.values()]
    return gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
