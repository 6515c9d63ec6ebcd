import os
import shutil
import struct
import zlib

FILES = ("b9", "B10", "a11")
"""Their order as text differs from that of their numbers, and from that without regard to case."""


def observe(load_folder, case, kit):
    shutil.rmtree("pictures", ignore_errors=True)  # of an earlier case
    for k, (name, images) in enumerate(zip(case.names, case.images.numpy())):
        os.makedirs(f"pictures/{name}", exist_ok=True)
        for i, image in enumerate(images):
            write_png(f"pictures/{name}/{FILES[i]}.png", image[k % 3 :, i:])  # images of several sizes
    items, classes = load_folder(os.path.abspath("pictures"), case.gray)
    return {
        "kind": "a Gluon dataset and a list",
        "classes": classes,
        "length": len(items),
        "types": ["MXNet array of uint8, label" for _ in items],
        "labels": [label for _, label in items],
        "images": [image.float() for image, _ in items],
    }


def write_png(path, image):
    """Write an 8-bit RGB image of shape (h, w, 3) with unfiltered rows."""
    height, width, _ = image.shape
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n")
        for tag, data in ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")):
            f.write(struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data)))
