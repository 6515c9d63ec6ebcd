"""Calls each function and updates each class of torchmetrics with the inputs that fit it."""

import inspect
import signal
import warnings

import torch
import torchmetrics
from torchmetrics import functional

warnings.simplefilter("ignore")
torch.manual_seed(0)
SECONDS = 5


class TooLong(BaseException):
    """A metric takes too long."""


def stop(*_: object) -> None:
    """End the metric."""
    raise TooLong


signal.signal(signal.SIGALRM, stop)
share, truth = torch.rand(20), torch.randint(0, 2, (20,))
classes, target = torch.randn(20, 5).softmax(-1), torch.randint(0, 5, (20,))
many, many_target = torch.rand(20, 5), torch.randint(0, 2, (20, 5))
number, other = torch.randn(20), torch.randn(20)
image, image_2 = torch.rand(2, 3, 32, 32), torch.rand(2, 3, 32, 32)
sound, sound_2 = torch.randn(2, 800), torch.randn(2, 800)
text, texts = ["the cat is on the mat"], [["there is a cat on the mat", "a cat"]]
pixels, pixels_2 = torch.randint(0, 3, (2, 16, 16)), torch.randint(0, 3, (2, 16, 16))
queries = {"indexes": torch.randint(0, 4, (20,))}
FIVE = {"num_classes": 5}
INPUTS = (
    ((share, truth), {}), ((number, other), {}), ((classes, target), {"task": "multiclass", **FIVE}),
    ((share, truth), {"task": "binary"}), ((many, many_target), {"task": "multilabel", "num_labels": 5}),
    ((image, image_2), {}), ((image, image_2), {"data_range": 1.0}), ((sound, sound_2), {}), ((text, texts), {}),
    ((text, ["a cat"]), {}), ((classes, target), FIVE), ((many, many_target), {"num_labels": 5}),
    ((share, truth), queries), ((target, target), {}), ((many, many), {}),
    ((pixels, pixels_2), {"num_classes": 3, "input_format": "index"}),
)  # fmt: skip


def attempt(call: object) -> None:
    """Run something that may not fit."""
    signal.alarm(SECONDS)
    try:
        call()  # type: ignore[operator]
    except (Exception, TooLong):
        pass
    finally:
        signal.alarm(0)


def use(kind: type, options: dict[str, object], inputs: tuple[object, ...], keywords: dict[str, object]) -> None:
    """Make a metric and use it."""
    metric = kind(**options)
    metric.update(*inputs, **keywords)
    metric.compute()
    metric(*inputs, **keywords)
    metric.reset()
    metric.state_dict()
    metric.to("cpu")


for _, function in inspect.getmembers(functional, callable):
    for inputs, options in INPUTS:
        attempt(lambda: function(*inputs, **options))  # noqa: B023 - it runs at once
for name in ("classification", "regression", "image", "audio", "text", "retrieval", "nominal", "aggregation"):
    for _, kind in inspect.getmembers(getattr(torchmetrics, name), inspect.isclass):
        for inputs, options in INPUTS:
            given = queries if options is queries else {}
            attempt(lambda: use(kind, {} if given else options, inputs, given))  # noqa: B023
five = [torchmetrics.classification.MulticlassAccuracy(5), torchmetrics.classification.MulticlassF1Score(5)]
collection = torchmetrics.MetricCollection(five)
collection(classes, target)
collection.compute()
collection.reset()
collection.clone(prefix="a")
