# mistake: Makes the Trainer with its default, local kvstore, so the workers do not exchange gradients.
# named: local-store
from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
