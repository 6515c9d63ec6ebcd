import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.data.vision.transforms import Compose, Normalize, ToTensor


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", "data", f"{prefix}-{epoch:04d}.params")
    items = gluon.data.ArrayDataset(images, labels).transform_first(Compose([ToTensor(), Normalize(0.5, 0.25)]))
    metric, predictions = mx.metric.Accuracy(), []
    for data, label in gluon.data.DataLoader(items, batch_size):
        predictions.append(model(data).argmax(axis=1))
        metric.update(label, predictions[-1])
    return float(metric.get()[1]), nd.concat(*predictions, dim=0)
