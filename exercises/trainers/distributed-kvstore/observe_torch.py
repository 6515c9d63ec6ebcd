"""DistributedDataParallel over gloo, a group of one process that gets whole batches: the mean over workers is their mean."""

import os
import sys
import tempfile

import torch

WORKERS = 2


def observe(dist_train, case, kit):
    os.environ.update(MASTER_ADDR="127.0.0.1", GLOO_SOCKET_IFNAME="lo0" if sys.platform == "darwin" else "lo")
    with tempfile.TemporaryDirectory() as folder:
        meeting = torch.distributed.FileStore(os.path.join(folder, "meeting"), 1)
        torch.distributed.init_process_group("gloo", store=meeting, rank=0, world_size=1)
        dist_train(case.net, case.batches, case.lr)
        torch.distributed.destroy_process_group()
    return {
        "mode": [["training"]] * WORKERS,
        "optimizer": [[]] * WORKERS,
        "parameters": [kit.parameters(case.net)] * WORKERS,
        "processes": [],
    }
