# mistake: collect_params().save writes the global names of the layers (dense0_weight), which differ in twin, so load raises an error for a twin that fits.
# named: prefixes-raise
def hand_over(net, twin, path):
    net.collect_params().save(path)
    twin.collect_params().load(path)
