import torch


def chunk(x, chunks):
    return x.chunk(chunks)
