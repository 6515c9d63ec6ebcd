import os
import struct
import zlib

import torch


def read_png(path, gray):  # 8-bit RGB with unfiltered rows
    with open(path, "rb") as f:
        b = f.read()
    w, h = struct.unpack(">II", b[16:24])
    (n,) = struct.unpack(">I", b[33:37])
    raw = torch.frombuffer(bytearray(zlib.decompress(b[41 : 41 + n])), dtype=torch.uint8)
    rgb = raw.reshape(h, 1 + 3 * w)[:, 1:].reshape(h, w, 3)
    if not gray:
        return rgb
    return (rgb.float() @ torch.tensor([0.299, 0.587, 0.114])).round().to(torch.uint8)[..., None]


def load_folder(root, gray):
    classes = sorted(os.listdir(root))
    items = [
        (read_png(os.path.join(root, c, f), gray), k)
        for k, c in enumerate(classes)
        for f in sorted(os.listdir(os.path.join(root, c)))
    ]
    return items, classes
