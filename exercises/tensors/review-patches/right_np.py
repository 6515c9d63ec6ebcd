from mxnet import np


def to_patches(images, size):
    rows, columns = images.shape[2] // size, images.shape[3] // size
    bands = np.split(images.as_np_ndarray(), rows, axis=2)
    patches = [patch for band in bands for patch in np.split(band, columns, axis=3)]
    return np.stack([patch.reshape(len(images), -1) for patch in patches], axis=1)
