# mistake: from_logits=True tells Gluon's loss that the outputs are log-probabilities already, so no softmax is applied to the student and the gradient is wrong.
# named: from-logits
from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    # the targets are distributions, the student's outputs are logits
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False, from_logits=True)
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        # outside of record(): predict mode, nothing recorded
        target = nd.softmax(teacher(data) / temperature, axis=1)
        with autograd.record():
            loss = loss_fn(student(data) / temperature, target).mean()
        loss.backward()
        trainer.step(1)
