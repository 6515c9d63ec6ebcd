from mxnet import gluon


def make_trainer(net, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    trainer.set_learning_rate(lr)
    return trainer
