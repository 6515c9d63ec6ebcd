# mistake: (1) The scores are reshaped to (sentences, tags, words) instead of transposed, which mixes words and tags, a right answer uses transpose((0, 2, 1)); (2) each loss is computed after the step, a right answer returns the loss from before the update.
# named: ?
from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_tagger(weight, bias, words, tags, lr, steps):
    n_tags, n_features = weight.shape
    sentences, length = tags.shape
    net = nn.Dense(n_tags, in_units=n_features, flatten=False)
    net.initialize()
    net.weight.set_data(weight)
    net.bias.set_data(bias)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(axis=1)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})

    def forward_loss():
        scores = net(words).reshape((sentences, n_tags, length))
        return loss_fn(scores, tags).mean()

    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = forward_loss()
        loss.backward()
        trainer.step(1)
        losses.append(float(forward_loss().asscalar()))
    predicted = net(words).argmax(axis=2)
    accuracy = (predicted == tags.astype("float32")).mean()
    return losses, float(accuracy.asscalar())
