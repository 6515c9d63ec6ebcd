"""The student learns the teacher's class, not its probabilities.

`argmax` drops what the teacher says about the other classes: use the softmax, and `sparse_label=False`.
"""

from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        target = teacher(data).argmax(axis=1)
        with autograd.record():
            loss = loss_fn(student(data) / temperature, target)
        loss.backward()
        trainer.step(data.shape[0])
