import mxnet as mx
from mxnet import autograd, gluon, nd


class MLP(gluon.Block):
    def __init__(self, hidden):
        super().__init__()
        with self.name_scope():
            self.inner = gluon.nn.Dense(hidden, in_units=64)
            self.outer = gluon.nn.Dense(10, in_units=hidden)

    def forward(self, x):
        return self.outer(nd.relu(self.inner(x)))


def train_mlp(images, labels, w1, b1, w2, b2, lr, batch_size, epochs):
    net = MLP(w1.shape[0])
    net.initialize()
    net.inner.weight.set_data(w1)
    net.inner.bias.set_data(b1)
    net.outer.weight.set_data(w2)
    net.outer.bias.set_data(b2)
    trainer = gluon.Trainer(net.collect_params(), mx.optimizer.SGD(learning_rate=lr))
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    batches = gluon.data.BatchSampler(gluon.data.SequentialSampler(len(images)), batch_size)
    losses = []
    for _ in range(epochs):
        total = 0
        for rows in batches:
            x, y = images[rows], labels[rows]
            with autograd.record():
                loss = loss_fn(net(x), y).mean()
            loss.backward()
            trainer.step(1)
            total += loss.asscalar()
        losses.append(total / len(batches))
    return losses, nd.argmax(net(images), axis=1)
