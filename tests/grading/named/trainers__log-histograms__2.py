# mistake: Does not skip parameters without a gradient (running statistics, frozen ones), for which grad() raises.
# named: statistics, null-gradient
def log_gradients(net, writer, step):
    for name, p in net.collect_params().items():
        writer.add_histogram(name, p.grad().asnumpy(), global_step=step)
