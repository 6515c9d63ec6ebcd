"""There is one more, empty batch where all batches are full.

`n // batch_size + 1` counts a batch without images if `batch_size` divides n: use `range(0, n, batch_size)` or a DataLoader.
"""

from mxnet import gluon, nd


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params")
    data = (images.transpose((0, 3, 1, 2)).astype("float32") / 255 - 0.5) / 0.25
    predictions, right = [], 0
    for i in range(len(images) // batch_size + 1):
        start, stop = i * batch_size, min((i + 1) * batch_size, len(images))
        predictions.append(model(nd.array(data.asnumpy()[start:stop])).argmax(axis=1))
        right += (predictions[-1] == nd.array(labels.asnumpy()[start:stop])).sum().asscalar()
    return right / len(images), nd.concat(*predictions, dim=0)
