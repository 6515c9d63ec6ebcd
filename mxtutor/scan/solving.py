"""What the parts of the solver ask of each other."""

from __future__ import annotations

from typing import Any

from mxtutor.scan.callers import Callers
from mxtutor.scan.library import Library
from mxtutor.scan.modules import Modules
from mxtutor.scan.packing import Units
from mxtutor.scan.values import Atom, Value


class Solving:
    """The questions that one part answers and others ask."""

    units: Units
    modules: Modules
    library: Library
    callers: Callers
    cuts: int
    """Questions that were left open because they ask for themselves or take too long."""
    observed: dict[tuple[str, int], dict[int, Value]]
    """Arguments of functions that are called under another name, by the parameter's place."""
    results: dict[tuple[str, int], Value]
    """What functions of the project return, by unit and number."""

    def value(self, unit: str, term: int, bound: Any = None) -> Value:
        """Return what a term of a unit may be; empty if that is not known."""
        raise NotImplementedError

    def tried(self, key: object) -> bool:
        """Return whether a question whose answer depends on itself was asked several times already."""
        raise NotImplementedError

    def parts(self, unit: str, terms: Any, bound: Any) -> list[Value]:
        """Return the values of terms, those of `*x` as one element of x."""
        raise NotImplementedError

    def attribute(self, value: Value, name: str) -> Value:
        """Return an attribute of a value."""
        raise NotImplementedError

    def class_attribute(self, start: Atom, atom: Atom, name: str, own: bool = False) -> Value:
        """Return an attribute of a class of the project, as its object or the class itself sees it."""
        raise NotImplementedError

    def elements(self, value: Value) -> Value:
        """Return one element of an iterable."""
        raise NotImplementedError

    def bases_of(self, unit: str, number: int) -> list[Atom]:
        """Return a class of the project and all that it inherits from, in the order of the look-up."""
        raise NotImplementedError

    def inheritors(self, unit: str, number: int) -> list[tuple[str, int]]:
        """Return the project's classes that name a class as a base."""
        raise NotImplementedError

    def library_bases(self, unit: str, number: int) -> list[str]:
        """Return torch's classes that a class of the project inherits from."""
        raise NotImplementedError

    def is_foreign(self, path: str) -> bool:
        """Return whether a file imports a package that is neither the project's nor known."""
        raise NotImplementedError

    def is_net(self, unit: str, number: int) -> bool:
        """Return whether a class of the project is a Module."""
        raise NotImplementedError

    def call_atom(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what calling one alternative gives."""
        raise NotImplementedError

    def first(self, unit: str, held: Any, bound: Any) -> Value:
        """Return the first argument of a call."""
        raise NotImplementedError

    def forward(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what calling an instance of a class of torch gives."""
        raise NotImplementedError

    def result(self, path: str, number: int, bound: Any) -> Value:
        """Return what a function of the project returns."""
        raise NotImplementedError

    def call_object(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what calling an object of the project gives."""
        raise NotImplementedError

    def call_function(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what calling a function of the project gives."""
        raise NotImplementedError

    def call_class(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what calling a class of the project gives."""
        raise NotImplementedError

    def call_external(self, unit: str, path: str, held: Any, bound: Any) -> Value:
        """Return what a call of another package gives."""
        raise NotImplementedError

    def call_container(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what a method of a list, a dict or another Python value gives."""
        raise NotImplementedError

    def argument_terms(self, path: str, number: int, holder: Any, caller: str, held: Any) -> dict[int, list[int]]:
        """Return the terms that a call gives to the parameters of a function, by the parameter's place."""
        raise NotImplementedError

    def observe(self, callee: Value, arguments: list[Value]) -> None:
        """Note the arguments that a function of the project gets from code that is not the project's."""
        raise NotImplementedError

    def depends(self, unit: str, term: int) -> bool:
        """Return whether a term depends on a parameter."""
        raise NotImplementedError

    def is_dense(self, path: str, held: Any) -> bool:
        """Return whether a call gives a tensor of whatever has such a method."""
        raise NotImplementedError

    def guess(self, path: str, term: int) -> Value:
        """Return what an unknown term is by its use."""
        raise NotImplementedError

    def uses(self, path: str) -> dict[int, set[str]]:
        """Return the names of the attributes that are read on each term of a unit."""
        raise NotImplementedError

    def parameter(self, path: str, number: int, place: int) -> Value:
        """Return what a parameter of a function of the project may be."""
        raise NotImplementedError

    def global_value(self, unit: str, name: str) -> Value:
        """Return what a name means that a file does not bind."""
        raise NotImplementedError
