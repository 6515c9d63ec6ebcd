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
    options = (case.epochs, case.lr, case.momentum, case.gamma, folder)
    try:
        train(case.net, Batches(case.batches, case.fails), *options)
    except PowerFailure:
        pass
    losses = train(case.other, list(case.batches), *options)
    return {
        "files": "files in it",
        "failure": "it ended",
        "epochs": [len(losses), 0],
        "parameters": kit.parameters(case.other),
        "statistics": kit.statistics(case.other)[::2],
        "losses": losses,
        "again": True,
    }
