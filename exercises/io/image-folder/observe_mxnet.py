import os
import shutil
import struct
import zlib

from mxnet.gluon.data import Dataset
from mxnet.ndarray import NDArray

FILES = ("b9", "B10", "a11")
"""Their order as text differs from that of their numbers, and from that without regard to case."""


def observe(load_folder, case, kit):
    shutil.rmtree("pictures", ignore_errors=True)  # of an earlier case
    for k, (name, images) in enumerate(zip(case.names, case.images.asnumpy())):
        os.makedirs(f"pictures/{name}", exist_ok=True)
        for i, image in enumerate(images):
            write_png(f"pictures/{name}/{FILES[i]}.png", image[k % 3 :, i:])  # images of several sizes
    got = load_folder(os.path.abspath("pictures"), case.gray)
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        return {"kind": f"an object of type {type(got).__name__}"}
    data, classes = got
    if not isinstance(data, Dataset) or not isinstance(classes, (tuple, list)):
        return {"kind": f"{type(data).__name__} and {type(classes).__name__}"}
    seen = {"kind": "a Gluon dataset and a list", "classes": list(classes), "length": len(data)}
    items = [data[i] for i in reversed(range(len(data)))][::-1]
    seen["types"] = [named(item) for item in items]
    if set(seen["types"]) - {"MXNet array of uint8, label"}:
        return seen
    return {**seen, "labels": [label for _, label in items], "images": [image.astype("float32") for image, _ in items]}


def named(item):
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        return type(item).__name__
    if not isinstance(item[0], NDArray):
        return f"{type(item[0]).__name__}, label"
    return f"MXNet array of {getattr(item[0].dtype, '__name__', item[0].dtype)}, label"


def write_png(path, image):
    """Write an 8-bit RGB image of shape (h, w, 3) with unfiltered rows."""
    height, width, _ = image.shape
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n")
        for tag, data in ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")):
            f.write(struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data)))
