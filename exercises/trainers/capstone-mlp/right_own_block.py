import mxnet as mx
from mxnet import autograd, gluon, nd


class MLP(gluon.Block):
    def __init__(self, hidden):
        super().__init__()
        with self.name_scope():
            self.inner = gluon.nn.Dense(hidden, in_units=64)
            self.outer = gluon.nn.Dense(10, in_units=hidden)

    def forward(self, x):
        return self.outer(nd.relu(self.inner(x.flatten())))


def train_mlp(images, labels, w1, b1, w2, b2, lr, batch_size, epochs):
    net = MLP(w1.shape[0])
    net.initialize()
    for layer, weight, bias in ((net.inner, w1, b1), (net.outer, w2, b2)):
        layer.weight.set_data(weight)
        layer.bias.set_data(bias)
    trainer = gluon.Trainer(net.collect_params(), mx.optimizer.SGD(learning_rate=lr))
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for _ in range(epochs):
        means = []
        for start in range(0, len(images), batch_size):
            x, y = images[start : start + batch_size], labels[start : start + batch_size]
            with autograd.record():
                loss = loss_fn(net(x), y).mean()
            loss.backward()
            trainer.step(1)
            means.append(loss.asscalar())
        losses.append(sum(means) / len(means))
    return losses, nd.argmax(net(images), axis=1).astype("int32")
