import gzip

import torch


def mnist_loader(root, batch_size, train):
    def read(name, head):
        with gzip.open(f"{root}/{name}-ubyte.gz") as f:
            return torch.frombuffer(bytearray(f.read()[head:]), dtype=torch.uint8)

    part = "train" if train else "t10k"
    labels = read(part + "-labels-idx1", 8)
    images = read(part + "-images-idx3", 16).reshape(-1, 1, 28, 28).float() / 255
    data = torch.utils.data.TensorDataset((images - 0.13) / 0.31, labels.int())
    return torch.utils.data.DataLoader(data, batch_size=batch_size)
