from mxnet import autograd


def flags():
    return autograd.is_recording(), autograd.is_training()


with autograd.record(train_mode=False):
    assert flags() == (True, False), "the right option"
with autograd.predict_mode():
    assert flags() == (False, False)
with autograd.predict_mode(), autograd.record():
    assert flags() == (True, True)
with autograd.record(), autograd.predict_mode():
    assert flags() == (True, False), "why: the other order"
with autograd.pause():
    assert flags() == (False, False)
with autograd.train_mode():
    assert flags() == (False, True)
with autograd.record():
    assert flags() == (True, True), "explain: record switches both on"
    with autograd.pause():
        assert flags() == (False, False), "explain: pause switches both off"
