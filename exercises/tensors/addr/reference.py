import torch


def addr(m, vec1, vec2):
    return m.addr(vec1, vec2)
