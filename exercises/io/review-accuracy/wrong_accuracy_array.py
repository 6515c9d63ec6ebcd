"""The accuracy is an MXNet array, not a number.

Make a number of the count: `asscalar()`.
"""

from mxnet import gluon, nd


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params")
    T = gluon.data.vision.transforms
    items = gluon.data.ArrayDataset(images, labels)
    items = items.transform_first(T.Compose([T.ToTensor(), T.Normalize(0.5, 0.25)]))
    predictions, right = [], 0
    for data, label in gluon.data.DataLoader(items, batch_size=batch_size):
        predictions.append(model(data).argmax(axis=1))
        right += (predictions[-1] == label).sum()
    return right / len(items), nd.concat(*predictions, dim=0)
