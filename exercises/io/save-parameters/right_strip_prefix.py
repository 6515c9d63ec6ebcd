def save_net(net, path):
    net.collect_params().save(path, strip_prefix=net.prefix)
