from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
