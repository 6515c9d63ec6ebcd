# mistake: The teacher's softmax is divided by the temperature instead of its outputs; it must be softmax(teacher(data) / temperature).
# named: temperature-after-softmax
from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        target = nd.softmax(teacher(data), axis=1) / temperature
        with autograd.record():
            loss = loss_fn(student(data) / temperature, target).mean()
        loss.backward()
        trainer.step(1)
