import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.data.vision.transforms import Compose, Normalize, ToTensor


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", "data", f"{prefix}-{epoch:04d}.params")
    items = gluon.data.ArrayDataset(images, labels).transform_first(Compose([ToTensor(), Normalize(0.5, 0.25)]))
    outputs = nd.concat(*(model(data) for data, _ in gluon.data.DataLoader(items, batch_size)), dim=0)
    metric = mx.metric.Accuracy()
    metric.update(labels, outputs)
    return float(metric.get()[1]), outputs.argmax(axis=1)
