"""Parameters of the teacher that were frozen have gradients after the call.

A layer of the teacher can be frozen: `grad_req` of its Parameters is `'null'` before the call and must be `'null'` after it.
What no Trainer has and nothing records stays as it is: do not set `grad_req`.
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
    teacher.collect_params().setattr("grad_req", "write")
