"""The numbers of an image are still in the order (h, w, c).

The net takes (c, h, w). `Dense` flattens whatever it gets, so nothing fails, but each pixel meets the weight of another one. A
`reshape` moves no axis: `ToTensor` does, and so does `transpose((2, 0, 1))`.
"""

from mxnet import gluon, nd


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params")
    items = gluon.data.ArrayDataset(images, labels)
    items = items.transform_first(lambda image: (image.astype("float32") / 255 - 0.5) / 0.25)
    predictions, right = [], 0
    for data, label in gluon.data.DataLoader(items, batch_size=batch_size):
        predictions.append(model(data).argmax(axis=1))
        right += (predictions[-1] == label).sum().asscalar()
    return right / len(items), nd.concat(*predictions, dim=0)
