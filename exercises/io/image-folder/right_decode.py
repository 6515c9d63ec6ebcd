import os

from mxnet import gluon, image


class Folder(gluon.data.Dataset):
    def __init__(self, root, flag):
        self.names, self.files, self.flag = sorted(os.listdir(root)), [], flag
        for label, name in enumerate(self.names):
            folder = os.path.join(root, name)
            self.files += [(os.path.join(folder, f), label) for f in sorted(os.listdir(folder))]

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        path, label = self.files[i]
        with open(path, "rb") as f:
            return image.imdecode(f.read(), flag=self.flag), label


def load_folder(root, gray):
    data = Folder(root, int(not gray))
    return data, data.names
