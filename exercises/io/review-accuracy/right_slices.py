from mxnet import gluon, nd
from mxnet.gluon.data.vision.transforms import Normalize, ToTensor


def evaluate(prefix, epoch, images, labels, batch_size):
    model = gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-{epoch:04d}.params")
    found = []
    for start in range(0, len(images), batch_size):
        planes = [Normalize(0.5, 0.25)(ToTensor()(image)) for image in images[start : start + batch_size]]
        found.extend(model(nd.stack(*planes)).argmax(axis=1).asnumpy())
    return (nd.array(found) == labels).mean().asscalar(), nd.array(found)
