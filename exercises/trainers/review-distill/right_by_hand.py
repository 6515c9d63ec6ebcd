from mxnet import autograd, nd


def distill(student, teacher, batches, lr, temperature):
    targets = [nd.softmax(teacher(data) / temperature) for data, _ in batches]
    for (data, _), target in zip(batches, targets):
        with autograd.record():
            log_probabilities = nd.log_softmax(student(data) / temperature)
            loss = -(target * log_probabilities).sum(axis=1).mean()
        loss.backward()
        for parameter in student.collect_params().values():
            parameter.set_data(parameter.data() - lr * parameter.grad())
