# mistake: The loss is already a mean over the words of each sentence, but the step divides by the number of all words, so the steps are too small by the length of a sentence.
# named: divided-by-words
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
            scores = net(words).transpose((0, 2, 1))
            loss = loss_fn(scores, tags)
        loss.backward()
        trainer.step(tags.size)
        losses.append(float(loss.mean().asscalar()))
    predicted = net(words).argmax(axis=2)
    return losses, float((predicted == tags.astype("float32")).mean().asscalar())
