"""Bounds by itertools, slices in one comprehension."""

from itertools import accumulate, chain


def split_batch(x, ctxs):
    rows, devices = len(x), len(ctxs)
    sizes = [rows // devices + (i < rows % devices) for i in range(devices)]
    ends = list(accumulate(sizes))
    starts = chain([0], ends)
    return [x.slice_axis(axis=0, begin=b, end=e).copyto(c) for b, e, c in zip(starts, ends, ctxs)]
