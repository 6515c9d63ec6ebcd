from mxnet import gluon


def make_trainer(net, lr):
    parameters = [parameter for layer in net for parameter in layer.collect_params().values()]
    return gluon.Trainer(parameters, "SGD", dict(learning_rate=lr, momentum=0.0, wd=0.0))
