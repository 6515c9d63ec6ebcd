# mistake: The given weight and bias arrays themselves are trained in place, so the caller's arrays change and a second call with them starts from trained weights.
# named: arguments-trained
from mxnet import autograd, gluon, nd


def train_tagger(weight, bias, words, tags, lr, steps):
    classes = weight.shape[0]
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(axis=1)

    def layer(x):
        return nd.FullyConnected(x, weight, bias, num_hidden=classes, flatten=False)

    for array in (weight, bias):
        array.attach_grad()

    losses = []
    for _ in range(steps):
        with autograd.record():
            scores = layer(words).transpose((0, 2, 1))
            loss = loss_fn(scores, tags).mean()
        loss.backward()
        for array in (weight, bias):
            array[:] = array - lr * array.grad
        losses.append(float(loss.asscalar()))

    predicted = layer(words).argmax(axis=-1)
    hits = predicted == tags.astype("float32")
    return losses, float(hits.mean().asscalar())
