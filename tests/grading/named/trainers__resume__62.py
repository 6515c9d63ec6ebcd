# mistake: save_states is called before the rate is multiplied by gamma, and load_states restores the saved rate, so the first epoch after a stop, and all later ones, have a rate that lacks one factor gamma. The rate must be changed before saving, or set from the epoch after loading.
# named: saved-before-the-drop
import os

from mxnet import autograd, gluon


def train(net, batches, epochs, lr, momentum, gamma, folder):
    params = os.path.join(folder, "checkpoint.params")
    states = os.path.join(folder, "checkpoint.states")
    counter = os.path.join(folder, "checkpoint.epoch")

    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    done = 0
    if os.path.exists(counter):
        net.load_parameters(params)
        trainer.load_states(states)  # the optimizer too, with its learning rate
        with open(counter) as f:
            done = int(f.read())

    averages = []
    for epoch in range(done, epochs):
        means = []
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            means.append(float(loss.asscalar()))
        averages.append(sum(means) / len(means))

        net.save_parameters(params)
        trainer.save_states(states)
        with open(counter, "w") as f:
            f.write(str(epoch + 1))
        trainer.set_learning_rate(trainer.learning_rate * gamma)
    return averages
