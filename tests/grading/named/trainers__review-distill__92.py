# mistake: grad_req of the teacher's parameters is set to "null" and never set back, so after the call the teacher has changed and can no longer be trained.
# named: teacher-frozen
from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    # freeze the teacher
    teacher.collect_params().setattr("grad_req", "null")
    for data, _ in batches:
        with autograd.pause(train_mode=False):
            target = nd.softmax(teacher(data) / temperature, axis=1)
        with autograd.record():
            loss = loss_fn(student(data) / temperature, target)
        loss.backward()
        trainer.step(data.shape[0])
