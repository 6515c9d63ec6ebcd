# mistake: The teacher still runs inside record(), so its BatchNorm works in training mode and its running statistics change.
# named: teacher-training
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
