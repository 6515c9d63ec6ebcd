# mistake: from_logits=True tells Gluon that the outputs are log probabilities already, so the log softmax of the student is left out.
# named: from-logits, extra-argument
from mxnet import autograd, gluon, nd


def distill(student, teacher, batches, lr, temperature):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False, from_logits=True)
    trainer = gluon.Trainer(student.collect_params(), "sgd", {"learning_rate": lr})
    for data, _ in batches:
        target = nd.softmax(teacher(data) / temperature, axis=1)
        with autograd.record():
            loss = loss_fn(student(data) / temperature, target)
        loss.backward()
        trainer.step(data.shape[0])
