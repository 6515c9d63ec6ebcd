def log_gradients(net, writer, step):
    for param in net.collect_params().values():
        if "running" not in param.name:
            writer.add_histogram(param.name, param.grad(), step)
