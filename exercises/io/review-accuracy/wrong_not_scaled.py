"""The images are not divided by 255.

The net was trained on images in [0, 1], so divide by 255 before you subtract the mean. `ToTensor` does it.
"""

from mxnet import gluon, nd


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params")
    items = gluon.data.ArrayDataset(images, labels)
    items = items.transform_first(lambda image: (image.transpose((2, 0, 1)).astype("float32") - 0.5) / 0.25)
    predictions, right = [], 0
    for data, label in gluon.data.DataLoader(items, batch_size=batch_size):
        predictions.append(model(data).argmax(axis=1))
        right += (predictions[-1] == label).sum().asscalar()
    return right / len(items), nd.concat(*predictions, dim=0)
