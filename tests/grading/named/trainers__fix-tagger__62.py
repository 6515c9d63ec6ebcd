# mistake: The returned loss is the sum of the losses divided by the number of words, but each entry is already the mean over the words of a sentence: the reported loss is too small by the number of words. Right: loss.mean().
# named: reported-per-word
from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_tagger(weight, bias, words, tags, lr, steps):
    net = nn.Dense(weight.shape[0], in_units=weight.shape[1], flatten=False)
    net.initialize()
    net.weight.set_data(weight)
    net.bias.set_data(bias)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(axis=1)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for _ in range(steps):
        with autograd.record():
            scores = net(words).swapaxes(1, 2)
            loss = loss_fn(scores, tags)
        loss.backward()
        trainer.step(words.shape[0])
        losses.append(float(loss.sum().asscalar()) / tags.size)
    predicted = net(words).argmax(axis=2)
    right = predicted == tags.astype("float32")
    return losses, right.mean().asscalar().item()
