import pathlib
import struct
import tempfile

import numpy as onp
from mxnet import autograd, gluon

try:  # where mxboard is installed, with a protobuf that it can live with, the real writer writes too
    from mxboard import SummaryWriter
    from mxboard.proto.event_pb2 import Event
except Exception:
    SummaryWriter = None

record, CrossEntropy = autograd.record, gluon.loss.SoftmaxCrossEntropyLoss


class Writer:
    """Keeps what mxboard's SummaryWriter writes, and hands it on to a real one if there is any."""

    def __init__(self):
        self.tags, self.values, self.steps = [], [], []
        self.folder = tempfile.mkdtemp()
        self.real = SummaryWriter(logdir=self.folder) if SummaryWriter else None

    def add_histogram(self, tag, values, global_step=None, bins="default"):
        self.tags.append(tag)
        self.values.append(values.asnumpy() if hasattr(values, "asnumpy") else onp.asarray(values))
        self.steps.append(global_step)
        if not (isinstance(bins, str) and bins == "default"):
            onp.histogram(self.values[-1], bins)  # raises an error for bins that are none, as mxboard does
        if self.real:
            self.real.add_histogram(tag, values, global_step, bins)

    def flush(self):
        pass

    def close(self):
        pass


def observe(log_gradients, case, kit):
    for parameter in kit.trained(case.net):
        parameter.grad_req = "add" if len(case.batch) > 1 else "write"
    for data, label in case.batch:
        with record():
            loss = CrossEntropy()(case.net(data), label).mean()
        loss.backward()
    wanted = [gradient.asnumpy().ravel() for gradient in kit.gradients(case.net)]
    writer = Writer()
    log_gradients(case.net, writer, case.step)
    later = Writer()
    for parameter in kit.trained(case.net):
        parameter.grad()[:] *= 2
    log_gradients(case.net, later, case.step + 1)
    return {
        "stable": all(type(tag) is str for tag in writer.tags) and sorted(writer.tags) == sorted(map(str, later.tags)),
        "count": len(writer.tags),
        "tags": len({str(tag) for tag in writer.tags}),
        "steps": sorted({step if type(step) is int else repr(step) for step in writer.steps}, key=str),
        "gradients": matched(wanted, [onp.asarray(values, dtype="float32").ravel() for values in writer.values]),
        "files": missing(writer),
    }


def missing(writer):
    """Return the tags whose histogram does not stand in the real writer's event file; none without a real writer."""
    if not writer.real:
        return []
    writer.real.close()
    found = {}
    for path in pathlib.Path(writer.folder).iterdir():
        data, at = path.read_bytes(), 0
        while at < len(data):  # a record: length, its checksum, the event, its checksum
            (length,) = struct.unpack_from("<Q", data, at)
            event = Event.FromString(data[at + 12 : at + 12 + length])
            at += 16 + length
            found.update({v.tag: (event.step, v.histo.min, v.histo.max, v.histo.sum) for v in event.summary.value})
    return [tag for tag, *told in zip(writer.tags, writer.steps, writer.values) if not written(found.get(tag), *told)]


def written(entry, step, values):
    if entry is None or entry[0] != (step or 0):
        return False
    scale = float(onp.abs(values).sum())
    return onp.allclose(entry[1:], (values.min(), values.max(), values.sum()), rtol=1e-5, atol=1e-6 * scale)


def matched(wanted, logged):
    """Return what was logged as one vector in the order of the parameters, whatever the order of the calls was."""
    left, found = list(logged), []
    for gradient in wanted:
        alike = [values for values in left if values.shape == gradient.shape]
        nearest = min(alike, key=lambda values: float(onp.abs(values - gradient).max()), default=None)
        if nearest is not None:
            found.append(nearest)
            left = [values for values in left if values is not nearest]
    return onp.concatenate(found) if found else onp.zeros(0, dtype="float32")
