# mistake: Applies softmax to the outputs before SoftmaxCrossEntropyLoss, which applies it once more.
# named: softmax-first
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def train_mlp(images, labels, w1, b1, w2, b2, lr, batch_size, epochs):
    net = nn.Sequential()
    net.add(nn.Flatten())
    net.add(nn.Dense(w1.shape[0], activation="relu", in_units=64))
    net.add(nn.Dense(10, in_units=w1.shape[0]))
    net.initialize()
    net[1].weight.set_data(w1)
    net[1].bias.set_data(b1)
    net[2].weight.set_data(w2)
    net[2].bias.set_data(b2)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for _ in range(epochs):
        batch_losses = []
        for i in range(0, len(images), batch_size):
            x, y = images[i : i + batch_size], labels[i : i + batch_size]
            with autograd.record():
                loss = loss_fn(nd.softmax(net(x)), y).mean()
            loss.backward()
            trainer.step(1)
            batch_losses.append(float(loss.asscalar()))
        losses.append(sum(batch_losses) / len(batch_losses))
    return losses, nd.argmax(net(images), axis=1)
