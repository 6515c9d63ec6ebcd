# mistake: Uses torchvision's name ImageFolder and its attribute classes, which Gluon does not have.
# named: torch-name
from mxnet.gluon.data import vision


def load_folder(root, gray):
    data = vision.ImageFolder(root, flag=0 if gray else 1)
    return data, data.classes
