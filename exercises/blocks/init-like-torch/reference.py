def init_like_torch(net):
    for module in net.modules():
        if hasattr(module, "reset_parameters"):
            module.reset_parameters()
