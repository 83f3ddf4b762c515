"""Models: loading, settings, runs, and what the compiler makes of them."""
from __future__ import annotations

import ctypes
import json
import math
import os
import shutil
import signal
import threading
import warnings
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from ._abi import header, library, own_models
from ._message import CallError, KronWarning, Message, RunError, error_of, messages_of
from ._result import Handle, Result, elements

Value = Union[bool, int, float, str, Sequence[Any], numpy.ndarray]

_TYPE = ("Real", "Integer", "Boolean", "enumeration", "String")
_KIND = ("constant", "parameter", "state", "derivative", "algebraic", "discrete", "input")
_ok = header.enum["KRON_OK"]


def expression(value: Value) -> str:
    """A value as Modelica writes it. Texts are expressions already: "2*R", "true", "\\"name\\""."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, numpy.integer)):
        return str(int(value))
    if isinstance(value, (float, numpy.floating)):
        if not math.isfinite(value):
            raise CallError("%r is not a value a model could have" % (value,))
        return repr(float(value))
    if isinstance(value, (list, tuple, numpy.ndarray)):
        return "{" + ", ".join(expression(v) for v in value) + "}"
    raise CallError("a value is a number, a bool, a text or a list of them, not %r" % (value,))


class Context:
    """Where classes are found. One for all models with the same libraries will do."""

    def __init__(self, libraries: Sequence[str] = (), environment: bool = True, external: bool = True,
                 convert: bool = False, trust: bool = False) -> None:
        """trust: FMUs that are components of models (`kron import`) run; it holds for the process."""
        self._place = library.kron_context_new()
        if not self._place:
            raise MemoryError("kron: no memory for a context")
        for folder in libraries:
            if not os.path.isdir(folder):
                raise CallError("there is no folder `%s` to look for libraries in" % folder)
            library.kron_add_library(self._place, os.fsencode(folder))
        if environment:
            library.kron_add_environment(self._place)
        if own_models:
            library.kron_set_own_library(self._place, os.fsencode(own_models))
        command = os.environ.get("CC", "").strip() or "cc"
        if shutil.which(command.split()[0]) and os.environ.get("KRON_NATIVE") != "off":
            cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "kron")
            library.kron_set_compiler(self._place, command.encode(), os.fsencode(cache), None,
                                      header.enum["KRON_COMPILE_LONG_RUNS"])
        library.kron_set_external(self._place, external)
        library.kron_set_convert(self._place, convert)
        if trust:
            library.kron_set_trust(self._place, trust)

    def __del__(self) -> None:
        if getattr(self, "_place", None):
            library.kron_context_free(self._place)


@dataclass(frozen=True)
class Variable:
    name: str
    unit: str
    description: str
    type: str  #: "Real", "Integer", "Boolean", "enumeration" or "String"
    kind: str  #: "constant", "parameter", "state", "derivative", "algebraic", "discrete" or "input"
    is_protected: bool
    is_output: bool
    is_alias: bool
    exchangeable: bool  #: setting it to a number needs no new translation
    index: int


class Parameters(MutableMapping):
    """Parameters and constants by name. Assigning sets one for all later runs, `del` takes that back."""

    def __init__(self, model: "Model") -> None:
        self._model = model

    def _all(self) -> List[Variable]:
        return [v for v in self._model.variables if v.kind in ("parameter", "constant")]

    def __getitem__(self, name: str) -> Union[bool, int, float, str, numpy.ndarray]:
        """Of an array all elements, in a numpy array."""
        known = {v.name: v for v in self._all()}
        if name in known:
            return self._value(known[name])
        found = elements(name, known)
        if not found:
            raise KeyError(name)
        shape, parts = found
        return numpy.array([self._value(known[n]) for n in parts]).reshape(shape)

    def _value(self, v: Variable) -> Union[bool, int, float, str]:
        value = self._model.value(v.name)
        return bool(value) if v.type == "Boolean" else int(value) if v.type in ("Integer", "enumeration") and math.isfinite(
            float(value)) else value

    def __setitem__(self, name: str, value: Value) -> None:
        self._model.set(name, value)

    def __delitem__(self, name: str) -> None:
        self._model.set(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter([v.name for v in self._all()])

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(dict(self))


class Structure(Mapping):
    """What the compiler made of a model, as `kron structure --json` says it; the picture shows by itself."""

    def __init__(self, data: Dict[str, Any], svg: str, text: str) -> None:
        self._data = data
        self.svg = svg
        self.text = text

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return "<Structure of %s: %s equations, states %s>" % (
            self._data.get("model"), self._data.get("equations"), ", ".join(self._data.get("states", [])))

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class Linear:
    """der(x) = A*(x - x0) + B*(u - u0), y - y0 = C*(x - x0) + D*(u - u0)"""
    A: numpy.ndarray
    B: numpy.ndarray
    C: numpy.ndarray
    D: numpy.ndarray
    states: Tuple[str, ...]
    inputs: Tuple[str, ...]
    outputs: Tuple[str, ...]
    x0: numpy.ndarray
    u0: numpy.ndarray
    y0: numpy.ndarray
    time: float

    @property
    def poles(self) -> numpy.ndarray:
        return numpy.linalg.eigvals(self.A) if len(self.A) else numpy.empty(0)


class _Interrupt:
    """Ctrl-C during a call: noted, so that the run can end in order, and passed on afterwards. Handlers run with the
    next Python code, which is that of the callback for progress, several times a second."""

    def __enter__(self) -> "_Interrupt":
        self.came: Optional[Tuple[int, Any]] = None
        self._before: Any = None
        ours = threading.current_thread() is threading.main_thread()
        if ours and callable(signal.getsignal(signal.SIGINT)):
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: Any) -> None:
        self.came = (number, frame)

    def __exit__(self, *fault: Any) -> None:
        if self._before is None:
            return
        signal.signal(signal.SIGINT, self._before)
        if self.came:
            self._before(*self.came)


class Model:
    """A model that was loaded; see `load` and `loads`."""

    def __init__(self, context: Context, name: str, text: Optional[str] = None) -> None:
        self._context = context
        self._lock = threading.RLock()
        self._said = 0
        self._variables: Optional[List[Variable]] = None
        self._translation = -1
        self._settings: Dict[str, str] = {}
        place = ctypes.c_void_p()
        self._place: Optional[int] = None
        if text is None:
            status = library.kron_load(context._place, os.fsencode(name), ctypes.byref(place))
        else:
            status = library.kron_load_text(context._place, name.encode(), text.encode(), ctypes.byref(place))
        self._place = place.value
        self._done(status)

    def __del__(self) -> None:
        if getattr(self, "_place", None):
            library.kron_model_free(self._place)

    def _done(self, status: int) -> None:
        """Warnings become Python's, errors exceptions."""
        new = messages_of(self._place, self._said) if self._place else []
        self._said += len(new)
        for m in new:
            if m.severity == "warning":
                warnings.warn(str(m), KronWarning, stacklevel=4)
        if status != _ok:
            raise error_of(status, new)

    def __repr__(self) -> str:
        return "<Model %s>" % self.name

    @property
    def name(self) -> str:
        return library.kron_model_name(self._place).decode()

    @property
    def messages(self) -> List[Message]:
        """All that was said about the model since it was loaded."""
        return messages_of(self._place)

    # ---- Variables and settings ----

    @property
    def variables(self) -> List[Variable]:
        with self._lock:
            count = self._translated()
            if self._variables is None or self._translation != library.kron_translations(self._place):
                self._variables = [self._variable(i) for i in range(count)]
                self._translation = library.kron_translations(self._place)
            return list(self._variables)

    def _translated(self) -> int:
        self._done(library.kron_translate(self._place))
        return library.kron_variable_count(self._place)

    def _variable(self, i: int) -> Variable:
        v = header.struct["KronVariable"]()
        library.kron_variable(self._place, i, ctypes.byref(v))
        return Variable(v.name.decode(), v.unit.decode(), v.description.decode("utf-8", "replace"), _TYPE[v.type],
                        _KIND[v.kind], v.is_protected, v.is_output, v.is_alias, v.exchangeable, i)

    @property
    def parameters(self) -> Parameters:
        return Parameters(self)

    def value(self, name: str) -> Union[float, str]:
        """The present value: of parameters always, of others after a run."""
        with self._lock:
            self._translated()
            i = library.kron_find(self._place, name.encode())
            if i < 0:
                raise KeyError(name)
            if self._variable(i).type == "String":
                text = library.kron_string(self._place, i)
                return text.decode("utf-8", "replace") if text is not None else ""
            return library.kron_value(self._place, i)

    def set(self, name: str, value: Optional[Value]) -> None:
        """Gives a parameter, an element or an attribute ("x.start") a value for all later runs; None: takes it back."""
        with self._lock:
            text = None if value is None else expression(value)
            self._done(library.kron_set(self._place, name.encode(), None if text is None else text.encode()))
            if text is None:
                self._settings.pop(name, None)
            else:
                self._settings[name] = text

    # ---- Runs ----

    def simulate(self, start: Optional[float] = None, stop: Optional[float] = None, *,
                 tolerance: Optional[float] = None, atol: Optional[float] = None, interval: Optional[float] = None,
                 intervals: Optional[int] = None, method: Optional[str] = None, step: Optional[float] = None,
                 max_step: Optional[float] = None, variables: Optional[Sequence[str]] = None,
                 file: Optional[str] = None, start_from: Optional[str] = None, progress: Optional[Callable[[float, float], Any]] = None,
                 inputs: Union[None, str, Mapping[str, Any]] = None,
                 set: Optional[Mapping[str, Value]] = None,  # noqa: A002 - the word of the command line
                 **parameters: Value) -> Result:
        """Runs the model. What is not given is as the model's experiment says. `set` and further keywords are
        settings for this run alone: m.simulate(stop=10, L=2.0, set={"body.m": 3}). `inputs` are a file (CSV or MAT), a
        data frame over time, or tables by name: {"u": (times, values)}. `progress(time, part)` is called several
        times a second; true cancels the run. `start_from`: the result file of a run to go on from, FILE or FILE@TIME."""
        with self._lock:
            before = dict(self._settings)
            given: Dict[str, Value] = {**parameters, **(dict(set) if set else {})}
            try:
                for name, value in given.items():
                    self.set(name, value)
                self._give(inputs)
                options, kept = _options(start=start, stop=stop, tolerance=tolerance, atol=atol, interval=interval,
                                         intervals=intervals, method=method, step=step, max_step=max_step,
                                         variables=variables, file=file, start_from=start_from)
                return self._run(options, progress)
            finally:
                for name in given:
                    self._restore(name, before)
                self._forget(inputs)

    def _restore(self, name: str, before: Dict[str, str]) -> None:
        library.kron_set(self._place, name.encode(), before[name].encode() if name in before else None)
        self._settings = before

    def _give(self, inputs: Union[None, str, Mapping[str, Any]]) -> None:
        if inputs is None:
            return
        if isinstance(inputs, (str, os.PathLike)):
            self._done(library.kron_read_inputs(self._place, os.fsencode(inputs)))
            return
        frame_times = getattr(inputs, "index", None)  # of pandas
        for name in list(inputs):
            table = inputs[name]
            times, values = (frame_times, table) if frame_times is not None else \
                (table.index, table) if hasattr(table, "index") and hasattr(table, "values") else table
            t = numpy.ascontiguousarray(times, dtype=float)
            v = numpy.ascontiguousarray(values, dtype=float)
            if t.ndim != 1 or t.shape != v.shape:
                raise CallError("the input `%s` has %s times and %s values" % (name, t.shape, v.shape))
            place = ctypes.POINTER(ctypes.c_double)
            self._done(library.kron_set_input(self._place, str(name).encode(), len(t), t.ctypes.data_as(place),
                                              v.ctypes.data_as(place)))

    def _forget(self, inputs: Union[None, str, Mapping[str, Any]]) -> None:
        if isinstance(inputs, (str, os.PathLike)):
            count = library.kron_variable_count(self._place)
            inputs = {v.name: None for v in map(self._variable, range(count)) if v.kind == "input"}
        for name in () if inputs is None else inputs:
            library.kron_set_input(self._place, str(name).encode(), 0, None, None)

    def _run(self, options: Any, progress: Optional[Callable[[float, float], Any]]) -> Result:
        caught: List[BaseException] = []

        def watch(arg: Any, model: Any, time: float, part: float) -> int:
            try:
                return int(bool(interrupt.came or (progress and progress(time, part))))
            except BaseException as e:
                caught.append(e)
                return 1

        options.progress = type(options.progress)(watch)
        place = ctypes.c_void_p()
        with _Interrupt() as interrupt:
            status = library.kron_run(self._place, ctypes.byref(options), ctypes.byref(place))
            result = self._result(place.value) if place.value else None
        if caught:
            raise caught[0]
        if status == header.enum["KRON_CANCELLED"] and result is not None:
            return result
        try:
            self._done(status)
        except RunError as e:
            e.result = result
            raise
        assert result is not None
        return result

    def _result(self, place: int) -> Result:
        handle = Handle(place, self._context)
        known = {}
        for i in range(library.kron_variable_count(self._place)):
            v = self._variable(i)
            if v.kind in ("parameter", "constant") and v.type != "String":
                known[v.name] = library.kron_value(self._place, i)
        return Result(handle, self.name, self.statistics, messages_of(self._place, self._said), known)

    @property
    def statistics(self) -> Dict[str, Any]:
        """Of the last translation and run."""
        return _plain(library.kron_statistics(self._place))

    def check(self) -> None:
        """Finds all errors that can be found without running."""
        with self._lock:
            self._done(library.kron_check(self._place))

    def steady(self) -> Dict[str, float]:
        """An equilibrium near the initial values: all variables there."""
        with self._lock:
            self._done(library.kron_steady(self._place, None, None))
            return {v.name: library.kron_value(self._place, v.index) for v in self.variables if v.type != "String"}

    def linearize(self, at: float = math.nan, steady: bool = False, **run: Any) -> Linear:
        """A, B, C, D at a time (the start), or at an equilibrium. `run`: options as of simulate."""
        with self._lock:
            options, kept = _options(**run)
            out = ctypes.POINTER(header.struct["KronLinear"])()
            status = library.kron_linearize(self._place, ctypes.byref(options), at, steady, ctypes.byref(out))
            self._done(status)
            try:
                return _linear(out.contents)
            finally:
                library.kron_linear_free(out)

    # ---- Texts ----

    def _text(self, what: str) -> str:
        with self._lock:
            text = ctypes.c_char_p()
            self._done(library.kron_text(self._place, header.enum[what], ctypes.byref(text)))
            return text.value.decode("utf-8", "replace") if text.value else ""

    def flatten(self) -> str:
        """The flat model, as Modelica text."""
        return self._text("KRON_FLAT_MODEL")

    def listing(self) -> str:
        """The equations sorted and solved."""
        return self._text("KRON_LISTING")

    def structure(self, method: Optional[str] = None) -> Structure:
        """States, blocks, tearing; with a method those of the inlined step."""
        with self._lock:
            if library.kron_set_method(self._place, method.encode() if method else None):
                raise CallError("there is no method `%s`" % method)
            try:
                data = json.loads(self._text("KRON_STRUCTURE_JSON"))
                return Structure(data, self._text("KRON_STRUCTURE_SVG"), self._text("KRON_STRUCTURE"))
            finally:
                library.kron_set_method(self._place, None)

    def program(self, to: str, path: Optional[str] = None, **run: Any) -> str:
        """The model as a program: "c", "octave", "dsblock", ...; written to `path` if that is given."""
        with self._lock:
            options, kept = _options(**run)
            text = ctypes.c_char_p()
            self._done(library.kron_program(self._place, to.encode(), os.fsencode(path) if path else None,
                                            ctypes.byref(options), ctypes.byref(text)))
            out = text.value.decode("utf-8", "replace") if text.value else ""
        if path:
            with open(path, "w", encoding="utf-8") as f:
                f.write(out)
        return out


    def fmu(self, path: str, version: int = 2, type: str = "both", source: bool = False,  # noqa: A002
            **run: Any) -> None:
        """Writes the model as a Functional Mock-up Unit: FMI 2 or 3, `type` "me", "cs" or "both"."""
        if type not in ("me", "cs", "both"):
            raise CallError("the type of an FMU is me, cs or both, not `%s`" % type)
        with self._lock:
            options, kept = _options(**run)
            what = header.struct["KronFmu"](version, type != "cs", type != "me", source)
            self._done(library.kron_fmu(self._place, os.fsencode(path), ctypes.byref(what), ctypes.byref(options)))


def _options(variables: Optional[Sequence[str]] = None, **given: Any) -> Tuple[Any, List[Any]]:
    """KronRunOptions, and what must live as long."""
    o, kept = library.kron_run_options(), []
    if isinstance(variables, str):
        variables = [variables]
    for name, value in given.items():
        if value is not None:
            if name not in ("start", "stop", "tolerance", "atol", "interval", "intervals", "method", "step",
                            "max_step", "file", "start_from"):
                raise TypeError("there is no option `%s` of runs" % name)
            setattr(o, name, os.fsencode(value) if name in ("method", "file", "start_from") else float(value))
    if variables is not None:
        array = (ctypes.c_char_p * (len(variables) + 1))(*[v.encode() for v in variables], None)
        kept.append(array)
        o.variables = ctypes.cast(array, type(o.variables))
    return o, kept


def _plain(s: Any) -> Any:
    """A structure as a dictionary."""
    if isinstance(s, ctypes.Structure):
        return {name: _plain(getattr(s, name)) for name, *_ in s._fields_}
    if isinstance(s, ctypes.Array):
        return [_plain(v) for v in s if not isinstance(v, ctypes.Structure) or v.size]
    return s.decode("utf-8", "replace") if isinstance(s, bytes) else s


def _linear(l: Any) -> Linear:
    def names(n: int, of: Any) -> Tuple[str, ...]:
        return tuple(of[i].decode() for i in range(n))

    def values(of: Any, *shape: int) -> numpy.ndarray:
        n = math.prod(shape)
        return numpy.array([of[i] for i in range(n)]).reshape(shape)

    x, u, y = l.nx, l.nu, l.ny
    return Linear(values(l.A, x, x), values(l.B, x, u), values(l.C, y, x), values(l.D, y, u), names(x, l.x),
                  names(u, l.u), names(y, l.y), values(l.x0, x), values(l.u0, u), values(l.y0, y), l.time)


def load(name: str, libraries: Sequence[str] = (), **context: Any) -> Model:
    """Loads "FILE" (its last class), "FILE:Class.Name", or "Class.Name" from the libraries: those named, then those
    of MODELICAPATH, then kron's own."""
    if str(name).endswith(".fmu"):
        raise CallError("`%s` is an FMU: `kron simulate` runs it; `kron import` writes a model of it that can be loaded" % name)
    return Model(Context(libraries, **context), str(name))


def loads(text: str, file: str = "model.mo", libraries: Sequence[str] = (), **context: Any) -> Model:
    """Loads the last class of a text. `file` is what messages call it; x.dym is in the classic language."""
    return Model(Context(libraries, **context), file, text)
