# mistake: Makes a number of an NDArray with int(), which does not take one.
# named: number-of-array
from mxnet import autograd, gluon


def train_epoch_accuracy(net, trainer, batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    right = total = 0
    for data, label in batches:
        with autograd.record():
            out = net(data)
            loss = loss_fn(out, label)
        loss.backward()
        trainer.step(data.shape[0])
        right += int((out.argmax(axis=1) == label.astype("float32")).sum())
        total += data.shape[0]
    return right / total
