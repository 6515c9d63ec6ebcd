# mistake: Averages the accuracies of the batches, so the smaller last batch counts too much.
# named: mean-of-batches
from mxnet import autograd, gluon


def train_epoch_accuracy(net, trainer, batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    accs = []
    for data, label in batches:
        with autograd.record():
            output = net(data)
            loss = loss_fn(output, label)
        loss.backward()
        trainer.step(data.shape[0])
        accs.append((output.argmax(axis=1) == label.astype("float32")).mean().asscalar())
    return float(sum(accs) / len(accs))
