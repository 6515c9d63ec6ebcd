import numbers

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon

is_recording, is_training = autograd.is_recording, autograd.is_training
Block, Trainer, arrays = gluon.Block, gluon.Trainer, (mx.nd.NDArray, mx.np.ndarray)


class Watch:
    """Remembers the net that was called last by itself, not as a layer of another one, what its inputs look like,
    in which modes recorded calls ran, and the learning rate of each update of a Trainer."""

    def __init__(self):
        self.net, self.shape, self.np_style, self.depth = None, (), False, 0
        self.modes, self.rates = set(), []
        self.updated = set()

    def __enter__(self):
        self.originals = original, original_update = Block.__call__, Trainer._update

        def call(block, *inputs):
            if self.depth == 0 and is_recording():
                self.modes.add("training" if is_training() else "predicting")
            self.depth += 1
            try:
                output = original(block, *inputs)
            finally:
                self.depth -= 1
            if self.depth == 0 and len(inputs) == 1 and block.collect_params():
                self.net, self.shape, self.np_style = block, inputs[0].shape[1:], type(inputs[0]) is arrays[1]
            return output

        def update(trainer, *arguments):
            self.rates.append(float(trainer.learning_rate))
            self.updated |= set(trainer._params)
            return original_update(trainer, *arguments)

        Block.__call__, Trainer._update = call, update
        return self

    def __exit__(self, *_):
        Block.__call__, Trainer._update = self.originals

    def accuracy(self, images, labels):
        """Return the share of images whose class the net finds."""
        inputs = images.reshape((-1, *self.shape))
        output = self.net(inputs.as_np_ndarray() if self.np_style else inputs)
        return float((output.asnumpy().argmax(axis=1) == labels.asnumpy()).mean())


def observe(train_mlp, case, kit):
    images, labels, unseen_images, unseen_labels = case.digits
    with Watch() as watch, kit.passes() as passes:
        returned = train_mlp(images, labels, *case.arguments)
    seen = {"kind": kind(returned)}
    if seen["kind"] == WANTED:
        losses, predictions = returned
        seen["losses"] = [float(loss) for loss in losses]
        seen["predictions"] = predictions
    seen["updates"] = {"count": len(watch.rates), "rates": sorted(set(watch.rates))}
    seen["optimizer"] = passes.settings()
    seen["net"], seen["mode"] = watch.net is not None, sorted(watch.modes) or ["training"]
    if watch.net is not None:
        seen["updates"]["all"] = set(watch.net.collect_params().values()) <= watch.updated
        seen["accuracy"] = watch.accuracy(unseen_images, unseen_labels)
    return seen


WANTED = "a list of plain numbers and an MXNet array"


def kind(returned):
    """Return what came back, in words."""
    if not isinstance(returned, (tuple, list)) or len(returned) != 2:
        return f"an object of type {type(returned).__name__}"
    losses, predictions = returned
    if not isinstance(losses, (list, tuple)):
        return f"{type(losses).__name__} in place of the list"
    odd = [loss for loss in losses if not isinstance(loss, (numbers.Real, onp.number))]
    if odd:
        return f"a list that holds {type(odd[0]).__name__}"
    return WANTED if type(predictions) in arrays else f"{type(predictions).__name__} in place of the MXNet array"
