import random

from mxnet import nd


def epoch(images, labels, batch_size, seed):
    draw = random.Random(seed)
    rows = draw.sample(range(len(images)), len(images))
    batches = []
    while rows:
        chosen, rows = rows[:batch_size], rows[batch_size:]
        planes = [nd.image.to_tensor(images[i]) for i in chosen]
        data = nd.stack(*(nd.flip(p, axis=2) if draw.getrandbits(1) else p for p in planes))
        batches.append((data, labels[chosen]))
    return batches
