# mistake: from_logits=True tells Gluon's loss that the outputs are log probabilities, so no log_softmax is applied; the outputs are raw scores and need the default.
# named: from-logits
from mxnet import autograd, gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(from_logits=True)
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size)
    total, hits = 0.0, 0
    with autograd.pause(train_mode=False):
        for data, label in loader:
            output = net(data)
            total += float(loss_fn(output, label).sum().asscalar())
            hits += int((output.argmax(axis=1).astype("int32") == label).sum().asscalar())
    return total / len(dataset), hits / len(dataset)
