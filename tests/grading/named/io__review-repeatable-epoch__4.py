# mistake: After ToTensor the axes are (c, h, w), so a flip along axis 1 mirrors top to bottom and not left to right.
# named: mirrored-upside-down
import numpy as np
from mxnet import gluon, nd
from mxnet.gluon.data.vision import transforms as T


def epoch(images, labels, batch_size, seed):
    np.random.seed(seed)
    to_tensor = T.ToTensor()

    def augmented(image):
        image = to_tensor(image)
        if np.random.rand() < 0.5:
            image = nd.flip(image, axis=1)
        return image

    dataset = gluon.data.ArrayDataset(images, labels).transform_first(augmented)
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=True))
