import numpy as onp
from mxnet import gluon, nd


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params")
    found = []
    for start in range(0, len(images), batch_size):
        planes = images[start : start + batch_size].asnumpy().transpose(0, 3, 1, 2) / onp.float32(255)
        found.append(model(nd.array((planes - 0.5) * 4)).asnumpy().argmax(axis=1))
    predictions = onp.concatenate(found)
    return float((predictions == labels.asnumpy()).mean()), nd.array(predictions)
