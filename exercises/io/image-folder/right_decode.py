import os

from mxnet import gluon, image


class Folder(gluon.data.Dataset):
    def __init__(self, root, flag):
        self.names, self.files, self.flag = sorted(os.listdir(root)), [], flag
        for label, name in enumerate(self.names):
            folder = os.path.join(root, name)
            for file in sorted(os.listdir(folder)):
                self.files.append((os.path.join(folder, file), label))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        path, label = self.files[i]
        with open(path, "rb") as f:
            return image.imdecode(f.read(), flag=self.flag), label


def load_folder(root, gray):
    data = Folder(root, 0 if gray else 1)
    return data, data.names
