"""A dictionary whose keys' hashes and names are traps."""


class Meta(type):
    def __getattribute__(cls, name):
        raise MemoryError(name)


class Key(metaclass=Meta):
    pass


def arccos(x):
    return {"k": "nd", "a": x, "ctx": "cpu(0)", "$": 0}
