# mistake: Only weights and biases are saved, so gamma, beta and the running statistics of BatchNorm are not handed over.
# named: weights-only-strict
def hand_over(net, twin, path):
    pattern = ".*weight|.*bias"
    net.collect_params(pattern).save(path, strip_prefix=net.prefix)
    twin.collect_params(pattern).load(path, restore_prefix=twin.prefix)
