from torch import nn


def observe(count_trainable, case, kit):
    for layer in case.net.modules():
        if case.biases == "frozen" and isinstance(layer, nn.Linear):
            layer.bias.requires_grad_(False)
    return {"result": count_trainable(case.net), "settings": []}
