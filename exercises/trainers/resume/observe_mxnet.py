import os
import tempfile


class PowerFailure(BaseException):
    """Ends a training in the middle of an epoch, past every `except Exception`."""


class Batches(list):
    """A list of batches that raises PowerFailure after the first batch of the epoch `fails`, counted from 1."""

    def __init__(self, batches, fails):
        super().__init__(batches)
        self.fails, self.epoch = fails, 0

    def __iter__(self):
        self.epoch += 1
        for number, batch in enumerate(super().__iter__()):
            if number == 1 and self.epoch == self.fails:
                raise PowerFailure
            yield batch


def observe(train, case, kit):
    os.makedirs(case.folder, exist_ok=True)
    folder = tempfile.mkdtemp(dir=case.folder)  # an empty one for each draw
    before = set(os.listdir(case.folder))
    options = (case.epochs, case.lr, case.momentum, case.gamma, folder)
    try:
        train(case.net, Batches(case.batches, case.fails), *options)
        failure = "it went on"
    except PowerFailure:
        failure = "it ended"
    losses = train(case.other, list(case.batches), *options)
    parameters = [array.copy() for array in kit.parameters(case.other)]
    statistics = [array.copy() for array in kit.statistics(case.other)]
    done = train(case.net, list(case.batches), *options)
    counts = [len(found) if isinstance(found, list) else -1 for found in (losses, done)]
    beside = set(os.listdir(case.folder)) != before
    seen = {
        "files": "files beside the folder" if beside else "files in it" if os.listdir(folder) else "no files in it",
        "failure": failure,
        "epochs": counts,
        "parameters": parameters,
        "statistics": statistics[::2],
        "again": all((a == b).min().asscalar() for a, b in zip(kit.parameters(case.net), parameters, strict=True)),
    }
    return {**seen, "losses": [float(loss) for loss in losses]} if counts[0] >= 0 else seen
