def observe(count_trainable, case, kit):
    return {"result": count_trainable(case.net), "settings": []}
