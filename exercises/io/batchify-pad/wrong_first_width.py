"""Each batch is as wide as its first sequence.

Longer sequences are cut: the width is the largest length of the batch.
"""

import numpy as onp
from mxnet import gluon, nd
def padded_batches(sequences, batch_size):
    def collate(items):
        out = onp.zeros((len(items), len(items[0])), dtype="float32")
        for i, s in enumerate(items):
            out[i, :len(s)] = s.asnumpy()[:out.shape[1]]
        return nd.array(out)
    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=collate))
