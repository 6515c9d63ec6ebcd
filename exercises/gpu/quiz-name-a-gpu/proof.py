import mxnet as mx
from mxnet import nd

assert not mx.runtime.Features().is_enabled("CUDA"), "the package without CUDA"
ctx = mx.gpu(7)
assert ctx.device_id == 7 and ctx.device_type == "gpu"
with ctx:
    assert mx.current_context() == ctx, "line 3 works"
    try:
        nd.ones((2, 3))
    except mx.MXNetError as error:
        assert "Operator _ones is not implemented for GPU" in str(error), "the right option"
    else:
        raise AssertionError("line 4 must fail")
assert mx.context.num_gpus() == 0
