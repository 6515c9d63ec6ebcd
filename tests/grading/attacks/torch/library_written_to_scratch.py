"""Writes a shared library of its own and loads it.

Verdict: error
Headline: OSError
"""

import ctypes

import mxnet


def arccos(x):
    source = mxnet.libinfo.find_lib_path()[0]
    with open(source, "rb") as file, open("mine.so", "wb") as copy:
        copy.write(file.read(20 << 20))
    ctypes.CDLL("./mine.so")
    return x
