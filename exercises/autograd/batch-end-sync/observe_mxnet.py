from mxnet.gluon.loss import SoftmaxCrossEntropyLoss

EPOCHS = 3
"""Weights change from epoch to epoch, and with them whatever belongs to the training of a batch; labels and data do not."""


def observe(train_epoch, case, kit):
    loss_fn = SoftmaxCrossEntropyLoss(weight=case.weight)
    epochs = []
    with kit.waits() as waits, kit.passes(case.net) as passes:
        stepped, steps = [0], []
        for name in ("step", "update"):
            setattr(case.trainer, name, noting(getattr(case.trainer, name), waits, stepped, steps))

        def hand_out(batches):
            for data, label in case.batches:
                start, done = len(waits), len(steps)
                stepped[0] = start
                yield data, label
                batches.append((waits[start : stepped[0]], waits[stepped[0] :], len(steps) > done))

        for _ in range(EPOCHS):
            epochs.append([])
            returned = train_epoch(case.net, loss_fn, case.trainer, hand_out(epochs[-1]))
            if len(epochs) == 1:
                result, parameters = returned, [array.copy() for array in kit.parameters(case.net)]
    synchronisations = [when(*batches) for batches in zip(*epochs)]
    return {"result": result, "mode": passes.modes, "parameters": parameters, "synchronisations": synchronisations}


def noting(step, waits, stepped, steps):
    """Return `step`, which also notes its end, and how many waits came before it."""

    def call(*arguments, **named):
        result = step(*arguments, **named)
        stepped[0] = len(waits)
        steps.append("done")
        return result

    return call


def when(first, *others):
    """Return when a batch was waited for.

    Each epoch gives the waits before the end of its step, those after it, and whether there was a step.
    """
    if not first[2]:
        return "never, and the next batch is taken without a step"
    for part, words in ((1, "after its step"), (0, "before its step")):
        if any(wait is None or any(wait not in epoch[part] for epoch in others) for wait in first[part]):
            return words
    return "only for what was there before" if any(first[:2]) else "never"
