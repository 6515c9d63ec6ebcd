from mxnet.gluon import nn

Conv2D = nn.Conv2D


def observe(count_trainable, case, kit):
    case.net.add(Conv2D(3, (2, 5), in_channels=4))
    kit.initialize(case.net)
    for parameter in kit.trained(case.net):
        if case.biases == "frozen" and parameter.name.endswith("bias"):
            parameter.grad_req = "null"
        if case.adds and parameter.grad_req == "write":
            parameter.grad_req = "add"
    for gradient in kit.gradients(case.net):
        gradient[:] = 1  # so that a change of the gradients is one
    before = kit.settings(case.net)
    result = count_trainable(case.net)
    after = kit.settings(case.net)
    return {"result": result, "settings": [f"{k} is {after.get(k)!r}" for k in before if after.get(k) != before[k]]}
