# mistake: Uses torch's net.parameters(), which a Gluon block does not have.
# named: torch-parameters, torch-name
from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.parameters(), "sgd", {"learning_rate": lr})
