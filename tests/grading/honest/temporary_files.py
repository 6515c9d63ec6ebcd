"""Saves and loads through temporary files and the working folder."""

import os
import tempfile

import mxnet as mx
import numpy as onp


def arccos(x):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.params")
        mx.nd.save(path, {"x": x})
        x = mx.nd.load(path)["x"]
    onp.save("x.npy", x.asnumpy())
    with open("notes.txt", "a") as file:
        file.write("one more\n")
    return mx.nd.arccos(mx.nd.array(onp.load("x.npy")))
