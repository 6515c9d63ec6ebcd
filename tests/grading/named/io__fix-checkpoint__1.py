# mistake: allow_missing and ignore_extra are still on, so a file that does not fit the net raises no error.
# named: mismatch-hidden
def hand_over(net, twin, path):
    net.save_parameters(path)
    twin.load_parameters(path, allow_missing=True, ignore_extra=True)
