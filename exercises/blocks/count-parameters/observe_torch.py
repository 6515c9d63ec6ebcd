from torch import nn


def observe(count_trainable, case, kit):
    case.net.append(nn.Conv2d(4, 3, (2, 5)))
    for layer in case.net.modules():
        if case.biases == "frozen" and isinstance(layer, (nn.Linear, nn.Conv2d)):
            layer.bias.requires_grad_(False)
    return {"result": count_trainable(case.net), "settings": []}
