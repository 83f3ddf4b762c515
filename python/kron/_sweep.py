"""Sweeps: one model with many values."""
from __future__ import annotations

import ctypes
import html
import os
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union

import numpy

from ._abi import header, library
from ._message import CallError, error_of, messages_of
from ._model import Model, _Interrupt, _options, load

Levels = Union[str, float, Sequence[float], numpy.ndarray]


class Sweep(Mapping):
    """One row a run. Columns by name: what was varied, then "x.final", "x.min", "x.max" and "x.mean" of each
    variable; NaN where a run failed. `failures`: why, by row."""

    def __init__(self, place: int) -> None:
        self._place = place
        rows, columns = library.kron_table_rows(place), library.kron_table_columns(place)
        names = [library.kron_table_name(place, c).decode() for c in range(columns)]
        self._columns = {name: numpy.array([library.kron_table_value(place, r, c) for r in range(rows)])
                         for c, name in enumerate(names)}
        reasons = {r: library.kron_table_failure(place, r) for r in range(rows)}
        self.failures: Dict[int, str] = {r: why.decode("utf-8", "replace") for r, why in reasons.items() if why}
        count = library.kron_table_variables(place)
        self.variables: List[str] = [library.kron_table_variable(place, i).decode() for i in range(count)]
        self.runs = rows

    def __del__(self) -> None:
        if getattr(self, "_place", None):
            library.kron_table_free(self._place)

    def __getitem__(self, name: str) -> numpy.ndarray:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return "<Sweep of %d runs, %d failed: %s>" % (self.runs, len(self.failures), ", ".join(self._columns))

    def _repr_html_(self) -> str:
        """The table, in Jupyter."""
        most = 60
        rows = "".join("<tr>%s</tr>" % "".join("<td>%.6g</td>" % self[n][i] for n in self)
                       for i in range(min(self.runs, most)))
        head = "".join("<th>%s</th>" % html.escape(n) for n in self)
        return "<p>%s</p><table><tr>%s</tr>%s</table>" % (html.escape(repr(self)), head, rows)

    @property
    def times(self) -> numpy.ndarray:
        """Of the curves."""
        n = ctypes.c_size_t()
        place = library.kron_table_times(self._place, ctypes.byref(n))
        if not place:
            raise CallError("the curves were not kept: sweep(..., curves=True)")
        return numpy.array(place[:n.value])

    def curves(self, variable: str) -> numpy.ndarray:
        """The values at all output points, a row for each run."""
        n, i = len(self.times), self.variables.index(variable)
        rows = [library.kron_table_curve(self._place, r, i) for r in range(self.runs)]
        return numpy.array([row[:n] if row else [numpy.nan] * n for row in rows])

    def to_frame(self) -> Any:
        """A pandas data frame."""
        import pandas
        return pandas.DataFrame(self._columns)

    def write(self, path: str) -> None:
        """Writes FILE.mat, or CSV."""
        status = library.kron_table_write(self._place, os.fsencode(path))
        if status:
            raise error_of(status, [])


def _texts(vary: Mapping[str, Levels]) -> List[str]:
    texts = []
    for name, levels in vary.items():
        if isinstance(levels, str):
            plain = levels.replace(" ", "")
            texts.append(name + (plain if plain.startswith("~") else "=" + plain))
        else:
            values = numpy.atleast_1d(numpy.asarray(levels, dtype=float))
            texts.append(name + "=" + ",".join(repr(float(v)) for v in values.ravel()))
    return texts


def _strings(texts: Sequence[str]) -> Any:
    return (ctypes.c_char_p * (len(texts) + 1))(*[t.encode() for t in texts], None)


def sweep(model: Union[Model, str], vary: Optional[Mapping[str, Levels]] = None, *, samples: int = 0, seed: int = 1, latin: bool = False,
          variables: Union[None, str, Sequence[str]] = None, curves: bool = False, jobs: int = 0,
          journal: Optional[str] = None, progress: Optional[Callable[[int, int], Any]] = None, **run: Any) -> Sweep:
    """Runs the model with all combinations of the values, on all processors:

        kron.sweep(m, {"R": [1, 2, 5], "C": "1e-6..1e-3/log10", "L": "~normal(1, 0.1)"}, samples=100, stop=2)

    Lists, ranges ("0..10/5": 5 values), and distributions ("~uniform(0, 1)", "~loguniform(1, 9)", "~normal(10, 1)"),
    of which `samples` samples are taken for every combination, with `latin` one in each part of equal probability.
    `journal`: a file that keeps what is done, so that the same call goes on after it was killed. Further keywords are
    options of runs, and those that are lists or arrays vary a parameter: kron.sweep(m, R=[1, 2, 5], stop=2)."""
    m = load(model) if isinstance(model, str) else model
    lists = {name: run.pop(name) for name in list(run) if isinstance(run[name], (list, tuple, range, numpy.ndarray))}
    with m._lock:
        texts = _texts({**(vary or {}), **lists})
        design = library.kron_design(len(texts), _strings(texts), samples, seed, latin)
        if not design:
            raise MemoryError("kron: no memory for the sweep")
        try:
            if design.contents.wrong:
                raise CallError(design.contents.wrong.decode("utf-8", "replace"))
            return _run(m, design.contents, variables, curves, jobs, journal, progress, run)
        finally:
            library.kron_design_free(design)


def _run(m: Model, design: Any, variables: Union[None, str, Sequence[str]], curves: bool, jobs: int,
         journal: Optional[str], progress: Optional[Callable[[int, int], Any]], run: Dict[str, Any]) -> Sweep:
    options, kept = _options(**run)
    s = header.struct["KronSweep"]()
    s.nvaried, s.name, s.nruns, s.value = design.nvaried, design.name, design.nruns, design.value
    if variables is not None:
        patterns = _strings([variables] if isinstance(variables, str) else variables)
        s.variables = ctypes.cast(patterns, type(s.variables))
    s.curves, s.jobs = curves, jobs
    s.journal = os.fsencode(journal) if journal else None
    caught: List[BaseException] = []

    def watch(arg: Any, done: int, runs: int) -> int:
        try:
            return int(bool(interrupt.came or (progress and progress(done, runs))))
        except BaseException as e:
            caught.append(e)
            return 1

    s.progress = type(s.progress)(watch)
    place = ctypes.c_void_p()
    with _Interrupt() as interrupt:
        status = library.kron_sweep(m._place, ctypes.byref(options), ctypes.byref(s), ctypes.byref(place))
    table = Sweep(place.value) if place.value else None
    if caught:
        raise caught[0]
    if status and status != header.enum["KRON_CANCELLED"] or table is None:
        raise error_of(status, messages_of(m._place, m._said))
    if status == 0 and journal:
        library.kron_table_finish(place.value)
    return table
