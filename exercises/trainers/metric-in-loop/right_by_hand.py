from mxnet import autograd, gluon


def train_epoch_accuracy(net, trainer, batches):
    hits = total = 0
    for data, label in batches:
        with autograd.record():
            output = net(data)
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(output, label)
        loss.backward()
        trainer.step(len(label))
        hits += (output.argmax(axis=1) == label).sum().asscalar()
        total += len(label)
    return hits / total
