# mistake: Normalize comes before ToTensor, so it gets an image whose channels are still last.
# named: channels-first
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose([T.CenterCrop((width, height)), T.Normalize(mean, std), T.ToTensor()])
    return dataset.transform_first(steps)
