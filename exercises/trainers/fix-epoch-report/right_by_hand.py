from mxnet import autograd, gluon


def train_epochs(net, trainer, batches, epochs):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    samples = sum(label.size for _, label in batches)
    report = []
    for _ in range(epochs):
        total, hits = 0.0, 0.0
        for data, label in batches:
            with autograd.record():
                output = net(data)
                loss = loss_fn(output, label)
            loss.backward()
            trainer.step(label.size)
            total += loss.sum().asscalar()
            hits += (output.argmax(axis=1) == label).sum().asscalar()
        report.append((total / samples, hits / samples))
    return report
