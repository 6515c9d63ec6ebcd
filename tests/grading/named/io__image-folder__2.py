# mistake: Reads flag as a switch for grey, so colours and greys are the wrong way round.
# named: flag-reversed
from mxnet.gluon.data import vision


def load_folder(root, gray):
    data = vision.ImageFolderDataset(root, flag=int(gray))
    return data, data.synsets
