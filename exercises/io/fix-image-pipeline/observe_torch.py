def observe(prepare, case, kit):
    items = prepare(*case.arguments)
    return {
        "kind": "a Gluon dataset",
        "types": ["MXNet array, label" for _ in items],
        "images": [image for image, _ in items],
        "labels": [int(label) for _, label in items],
    }
