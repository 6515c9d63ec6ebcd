"""A named tuple as pair, names as a tuple."""

from typing import Any, NamedTuple

from mxnet.gluon.data.vision import ImageFolderDataset


class Folder(NamedTuple):
    data: Any
    classes: list


def load_folder(root, gray):
    return Folder(data := ImageFolderDataset(root, flag=int(not gray)), list(data.synsets))
