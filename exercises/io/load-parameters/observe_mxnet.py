import os

from mxnet.ndarray import NDArray

as_in_context = NDArray.as_in_context
FITS_NOT = {"outcome": "it raises, as the file does not fit"}
STUDY = ("output", "dropout", "training", "gradients", "input_gradient", "statistics")


def observe(load_net, case, kit):
    case.file.save_parameters(case.path)
    share = getattr(case, "share", 1)
    os.truncate(case.path, int(share * os.path.getsize(case.path)))
    if not share:
        os.remove(case.path)
    if case.fails:
        try:
            load_net(*case.arguments)
        except Exception as error:  # the answer may raise any error, but none of its own code
            if isinstance(error, (NameError, AttributeError, TypeError)):
                raise error
            return FITS_NOT | dict.fromkeys(("parameters", "running", "context", *STUDY), [])
        return {"outcome": "it loads"}
    load_net(*case.arguments)
    everything = list(case.net.collect_params().values())
    empty = [p.name for p in everything if p._data is None]
    if empty:
        return {"outcome": f"it leaves {len(empty)} parameters without a value"}
    seen = {
        "outcome": "it loads",
        "parameters": [parameter.copy() for parameter in kit.parameters(case.net)],
        "running": [statistic.copy() for statistic in kit.statistics(case.net)],
        "context": [" ".join(str(c) for c in p.list_ctx()) for p in everything],
    }
    if any(place != case.place for place in seen["context"]):
        return seen
    x, head = (kit.fitting(as_in_context(array, case.ctx)) for array in (case.x, case.head))
    return {**seen, **kit.study(case.net, x, head=head)}
