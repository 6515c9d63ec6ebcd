# mistake: Saves with collect_params().save, which writes the full prefixed names, so that a net with other prefixes cannot load it.
# named: full-names
def save_net(net, path):
    net.collect_params().save(path)
