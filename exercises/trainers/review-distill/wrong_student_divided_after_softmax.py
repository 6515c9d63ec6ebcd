"""The student's log probabilities are divided by the temperature, not its outputs.

The temperature changes the outputs before the softmax: divide `student(data)`, then apply the softmax or the loss.
"""

from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        target = nd.softmax(teacher(data) / temperature, axis=1)
        with autograd.record():
            loss = -(nd.log_softmax(student(data), axis=1) / temperature * target).sum(axis=1)
        loss.backward()
        trainer.step(data.shape[0])
