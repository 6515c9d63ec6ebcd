# mistake: Calls the rate 'lr' in the optimizer's parameters, where MXNet wants 'learning_rate'.
# named: lr-keyword, optimizer-option
from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd", {"lr": lr})
