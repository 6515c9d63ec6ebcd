import time

import torch


def milliseconds(fn, x):
    fn(x)  # the first call is slower
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    start = time.perf_counter()
    fn(x)
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return 1000 * (time.perf_counter() - start)
