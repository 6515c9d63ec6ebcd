# mistake: CenterCrop takes (width, height) in MXNet, and height and width are still in PyTorch's order.
# named: height-first
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose([T.CenterCrop((height, width)), T.ToTensor(), T.Normalize(mean, std)])
    return dataset.transform_first(steps)
