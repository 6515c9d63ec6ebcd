def hand_over(net, twin, path):
    net.collect_params().save(path, strip_prefix=net.prefix)
    twin.collect_params().load(path, restore_prefix=twin.prefix)
