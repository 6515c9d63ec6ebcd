def count_trainable(net):
    total = 0
    for _name, parameter in net.collect_params().items():
        if parameter.grad_req == "write":
            total += parameter.data().size
    return total
