# mistake: ToTensor already scales the pixels to [0, 1], and they are divided by 255 once more; the second division must go.
# named: divided-twice
from mxnet import gluon, nd
from mxnet.gluon.data.vision import transforms


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params")
    to_tensor = transforms.ToTensor()
    items = gluon.data.ArrayDataset(images, labels)
    items = items.transform_first(lambda image: (to_tensor(image) / 255 - 0.5) / 0.25)
    predictions, right = [], 0
    for data, label in gluon.data.DataLoader(items, batch_size=batch_size, last_batch="keep"):
        found = model(data).argmax(axis=1)
        right += int((found == label.astype("float32")).sum().asscalar())
        predictions.append(found)
    return right / len(images), nd.concat(*predictions, dim=0)
