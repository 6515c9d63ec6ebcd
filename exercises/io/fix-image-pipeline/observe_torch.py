def observe(prepare, case, kit):
    given, *options = case.arguments
    items = prepare([*given, *getattr(case, "more", [])], *options)
    return {
        "kind": "a Gluon dataset",
        "types": ["MXNet array, label" for _ in items],
        "images": [image for image, _ in items],
        "labels": [int(label) for _, label in items],
    }
