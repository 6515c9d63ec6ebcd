import torch


def bernoulli(p):
    return p.bernoulli()
