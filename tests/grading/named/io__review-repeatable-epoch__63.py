# mistake: seed or None turns seed 0 into None, so the epoch with seed 0 is not repeatable; a right answer passes the seed itself.
# named: seed-zero-lost
import numpy as np
from mxnet import nd


def epoch(images, labels, batch_size, seed):
    # own generator, so the global ones do not matter
    rng = np.random.RandomState(seed or None)
    pixels = images.asnumpy()
    classes = labels.asnumpy()
    n = len(pixels)
    order = rng.permutation(n)
    batches = []
    for start in range(0, n, batch_size):
        chosen = order[start:start + batch_size]
        batch = []
        for i in chosen:
            image = pixels[i]
            if rng.rand() < 0.5:
                image = image[:, ::-1]
            batch.append(image.transpose(2, 0, 1).astype("float32") / 255)
        batches.append((nd.array(np.stack(batch)), nd.array(classes[chosen], dtype=classes.dtype)))
    return batches
