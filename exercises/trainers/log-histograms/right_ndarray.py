def log_gradients(net, writer, step):
    trained = {name: param for name, param in net.collect_params().items() if "running" not in name}
    for name in trained:
        writer.add_histogram("gradients/" + name, trained[name].grad(), step)
