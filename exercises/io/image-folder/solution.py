from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root, flag=0 if gray else 1)
    return data, data.synsets
