import asyncio

import names
import numpy as np
import torch

batch = names.Batch.random(6).to("cpu")
batch.total
bag = names.Bag()
bag(batch.x, torch.arange(5)[:1])
bag(batch.x)
bag.vector
len(bag)
names.Bag("gelu").eval()(torch.randn(3, 1, 4))
names.spread(torch.randn(2, 4))
for value in (torch.ones(3), np.ones(3), [1, 2], "a,b"):
    names.kind(value)
names.statistics([1, 2])
names.containers()
names.sequences([[1.0, 2.0], [3.0]])
names.Patched()(torch.ones(2))
asyncio.run(names.gather([torch.ones(2)]))
names.relu(torch.ones(2))
