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
    options = (case.lr, case.momentum, case.gamma, folder)
    try:
        train(case.net, Batches(case.batches, case.fails), case.epochs, *options)
    except PowerFailure:
        pass
    losses = train(case.other, list(case.batches), case.epochs, *options)
    parameters = [array.clone() for array in kit.parameters(case.other)]
    statistics = [array.clone() for array in kit.statistics(case.other)[::2]]
    train(case.other, list(case.batches), case.epochs + 1, *options)
    return {
        "files": "files in it",
        "failure": "it ended",
        "optimizer": [],
        "epochs": [len(losses), 0, 1],
        "parameters": parameters,
        "statistics": statistics,
        "losses": losses,
        "again": True,
        "further": [*kit.parameters(case.other), *kit.statistics(case.other)[::2]],
    }
