from mxnet.gluon.loss import SoftmaxCrossEntropyLoss

EPOCHS = 3
"""Weights change from epoch to epoch, and with them whatever belongs to the training of a batch; labels and data do not."""


def observe(train_epoch, case, kit):
    loss_fn = SoftmaxCrossEntropyLoss(weight=case.weight)
    epochs = []
    with kit.waits() as waits, kit.passes(case.net) as passes:
        stepped = [0]
        for name in ("step", "update"):
            setattr(case.trainer, name, noting(getattr(case.trainer, name), waits, stepped))

        def hand_out(batches):
            for data, label in case.batches:
                start = stepped[0] = len(waits)
                yield data, label
                batches.append((waits[start : stepped[0]], waits[stepped[0] :]))

        for _ in range(EPOCHS):
            epochs.append([])
            returned = train_epoch(case.net, loss_fn, case.trainer, hand_out(epochs[-1]))
            if len(epochs) == 1:
                result, parameters = returned, [array.copy() for array in kit.parameters(case.net)]
    synchronisations = [when(*batches) for batches in zip(*epochs)]
    return {"result": result, "mode": passes.modes, "parameters": parameters, "synchronisations": synchronisations}


def noting(step, waits, stepped):
    """Return `step`, which also notes how many waits came before its end."""

    def call(*arguments, **named):
        result = step(*arguments, **named)
        stepped[0] = len(waits)
        return result

    return call


def when(first, *others):
    """Return when a batch was waited for; each epoch gives the waits before the end of its step, and those after it."""
    for part, words in ((1, "after its step"), (0, "before its step")):
        if any(wait is None or any(wait not in epoch[part] for epoch in others) for wait in first[part]):
            return words
    return "only for what was there before" if any(first) else "never"
