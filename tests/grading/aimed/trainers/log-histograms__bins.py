def log_gradients(net, writer, step):
    for name, param in net.collect_params().items():
        if param.grad_req != "null":
            writer.add_histogram(tag=name, values=param.grad(), global_step=step, bins=-1)
