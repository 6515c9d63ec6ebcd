import gzip
import os
import struct


def observe(mnist_loader, case, kit):
    write(case.folder, case)
    loader = mnist_loader(os.path.abspath(case.folder), case.batch_size, case.train)
    batches, again = list(loader), list(loader)
    return {
        "kind": "a Gluon DataLoader",
        "length": len(loader),
        "types": ["MXNet array, MXNet array" for _ in batches],
        "repeats": "the same labels",
        "labels": [labels for _, labels in batches],
        "images": [images for images, _ in batches],
        "second_labels": [labels for _, labels in again],
        "second_images": [images for images, _ in again],
    }


def write(root, case):
    os.makedirs(root, exist_ok=True)
    for part, images, labels in (
        ("train", case.train_images, case.train_labels),
        ("t10k", case.test_images, case.test_labels),
    ):
        with gzip.open(f"{root}/{part}-images-idx3-ubyte.gz", "wb") as f:
            f.write(struct.pack(">IIII", 2051, len(images), 28, 28) + images.numpy().tobytes())
        with gzip.open(f"{root}/{part}-labels-idx1-ubyte.gz", "wb") as f:
            f.write(struct.pack(">II", 2049, len(labels)) + labels.numpy().tobytes())
