import contextlib
import os
import tempfile

from mxnet import base


class PowerFailure(BaseException):
    """Ends a training in the middle of an epoch, past every `except Exception`."""


@contextlib.contextmanager
def power_failure(number):
    """Raise PowerFailure instead of backward pass `number`, counted from 1: every form of a training has these passes."""
    original, started = base._LIB.MXAutogradBackwardEx, []

    def call(*arguments):
        started.append(None)
        if len(started) >= number:
            raise PowerFailure
        return original(*arguments)

    base._LIB.MXAutogradBackwardEx = call
    try:
        yield
    finally:
        base._LIB.MXAutogradBackwardEx = original


def stopped(train, case, options):
    """Return in words what a training does that is stopped in the second batch of an epoch."""
    try:
        with power_failure((case.fails - 1) * len(case.batches) + 2):
            train(case.net, list(case.batches), case.epochs, *options)
        return "it went on"
    except PowerFailure:
        return "it ended"
    except Exception as error:
        return f"it raised {type(error).__name__}: {error}"[:200]


def apart(run):
    """Return the text that `run` returns in a process of its own: this process has nothing of it but the files."""
    ours, theirs = os.pipe()
    if not os.fork():
        try:
            os.write(theirs, run().encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with open(ours) as text:
        said = text.read()
    os.wait()
    return said


def observe(train, case, kit):
    os.makedirs(case.folder, exist_ok=True)
    folder = tempfile.mkdtemp(dir=case.folder)  # an empty one for each draw
    before = set(os.listdir(case.folder))
    options = (case.lr, case.momentum, case.gamma, folder)
    failure = apart(lambda: stopped(train, case, options))
    with kit.passes() as passes:
        losses = train(case.other, list(case.batches), case.epochs, *options)
    parameters = [array.copy() for array in kit.parameters(case.other)]
    statistics = [array.copy() for array in kit.statistics(case.other)]
    done = train(case.net, list(case.batches), case.epochs, *options)
    loaded = zip(kit.parameters(case.net) + kit.statistics(case.net), parameters + statistics, strict=True)
    again = all((a == b).min().asscalar() for a, b in loaded)
    further = train(case.net, list(case.batches), case.epochs + 1, *options)
    counts = [len(found) if isinstance(found, list) else -1 for found in (losses, done, further)]
    beside = set(os.listdir(case.folder)) != before
    seen = {
        "files": "files beside the folder" if beside else "files in it" if os.listdir(folder) else "no files in it",
        "failure": failure,
        "epochs": counts,
        "optimizer": passes.settings("momentum"),
        "parameters": parameters,
        "statistics": statistics[::2],
        "again": again,
        "further": [*kit.parameters(case.net), *kit.statistics(case.net)[::2]],
    }
    return {**seen, "losses": [float(loss) for loss in losses]} if counts[0] >= 0 else seen
