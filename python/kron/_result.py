"""Results: of runs, and of files."""
from __future__ import annotations

import csv
import ctypes
import difflib
import fnmatch
import io
import re
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy

from ._abi import library
from ._message import CallError, Message, error_of


def elements(name: str, names: Iterable[str]) -> Optional[Tuple[Tuple[int, ...], List[str]]]:
    """The shape of an array and the names of its elements, name[1,1], name[1,2], ...; None: they are not all there."""
    begin, found = name + "[", {}
    for n in names:
        inside = re.fullmatch(r"(\d+(?:,\d+)*)\]", n[len(begin):]) if n.startswith(begin) else None
        if inside:
            found[tuple(int(i) for i in inside.group(1).split(","))] = n
    shape = tuple(map(max, zip(*found))) if len({len(i) for i in found}) == 1 else ()
    wanted = [tuple(i + 1 for i in at) for at in numpy.ndindex(shape)] if shape and numpy.prod(shape) == len(found) else []
    return (shape, [found[i] for i in wanted]) if wanted and all(i in found for i in wanted) else None


class Table(Mapping):
    """Columns over time, by name. `t["x"]` is a numpy array; `t.time` the times; of an array x[3] `t["x"]` has three columns,
    which are copied. At an event there are two rows, before and after. Parameters have one value each: `t.parameters`."""

    title = ""
    messages: List[Message] = []

    @property
    def time(self) -> numpy.ndarray:
        raise NotImplementedError

    @property
    def parameters(self) -> Dict[str, float]:
        return {}

    def _names(self) -> List[str]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def _array(self, name: str) -> numpy.ndarray:
        """All elements of an array over time."""
        found = elements(name, self._names())
        if not found:
            raise _NoVariable(name, self._names())
        shape, parts = found
        return numpy.stack([self[n] for n in parts], axis=-1).reshape(-1, *shape)

    def __contains__(self, name: object) -> bool:
        try:
            self[name]  # type: ignore[index]
        except KeyError:
            return False
        return True

    def match(self, *patterns: str) -> List[str]:
        """Names of columns that match a pattern with * and ?; brackets are literal."""
        literal = [p.replace("[", "[[]") for p in patterns]
        return [n for n in self._names() if any(fnmatch.fnmatchcase(n, p) for p in literal)]

    def to_frame(self, *patterns: str) -> Any:
        """A pandas data frame with the times as index."""
        import pandas
        names = self.match(*patterns) if patterns else self._names()
        return pandas.DataFrame({n: self[n] for n in names if n != "time"},
                                index=pandas.Index(self.time, name="time"))

    def plot(self, *names: str, x: str = "time", ax: Any = None) -> "Plot":
        """Curves of the columns, patterns too; without names of those that show most. `x`: over what."""
        chosen = self.match(*names) if names else self._interesting()
        for n in names:
            array = elements(n, self._names())
            if not self.match(n) and n not in self:
                raise _NoVariable(n, self._names())
            chosen += [part for part in (array[1] if array else [n] if n in self else []) if part not in chosen]
        return Plot(self, [n for n in chosen if n != x], x, ax)

    def _interesting(self) -> List[str]:
        moving = [n for n in self._names() if n != "time" and not n.startswith("der(") and numpy.ptp(self[n]) > 0]
        return moving[:6]

    def _repr_html_(self) -> str:
        import html
        head = "<b>%s</b>: %d variables, %d points" % (html.escape(self.title), len(self), len(self.time))
        try:
            return head + "<br>" + self.plot()._repr_svg_()
        except ImportError:
            return head

    def __repr__(self) -> str:
        at = self.time
        span = ", from %g to %g" % (at[0], at[-1]) if len(at) else ""
        return "<%s of %s: %d variables, %d points%s>" % (type(self).__name__, self.title, len(self), len(at), span)


class Plot:
    """A picture of curves; `figure` and `axes` are matplotlib's. Jupyter shows it by itself."""

    def __init__(self, table: Table, names: Sequence[str], x: str, ax: Any) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        if ax is None:
            self.figure = Figure(figsize=(7, 3.5), layout="constrained")
            FigureCanvasAgg(self.figure)
            ax = self.figure.add_subplot()
        else:
            self.figure = ax.figure
        self.axes = ax
        for name in names:
            ax.plot(table[x], table[name], label=name)
        ax.set_xlabel("time [s]" if x == "time" else x)
        ax.grid(True, alpha=0.3)
        if names:
            ax.legend()

    def __repr__(self) -> str:
        return "<Plot of %s>" % ", ".join(str(line.get_label()) for line in self.axes.get_lines())

    def save(self, path: str, **how: Any) -> None:
        """Writes PNG, PDF or SVG, by the name."""
        self.figure.savefig(path, **how)

    def _repr_svg_(self) -> str:
        out = io.StringIO()
        self.figure.savefig(out, format="svg")
        return out.getvalue()

    def _repr_png_(self) -> bytes:
        out = io.BytesIO()
        self.figure.savefig(out, format="png")
        return out.getvalue()


class Handle:
    """A KronResult. Arrays that show its memory keep it."""

    def __init__(self, place: int, context: Any) -> None:
        self.place = place
        self.context = context

    def __del__(self) -> None:
        library.kron_result_free(self.place)


def _view(place: Any, n: int, owner: Handle) -> numpy.ndarray:
    memory = (ctypes.c_double * n).from_address(ctypes.addressof(place.contents)) if n else (ctypes.c_double * 0)()
    memory.owner = owner
    view = numpy.ctypeslib.as_array(memory)
    view.flags.writeable = False
    return view


class _NoVariable(KeyError):
    """The nearest name is looked for when the message is read: `name in result` needs none."""

    def __init__(self, name: str, known: Sequence[str] = ()) -> None:
        super().__init__(name)
        self._known = known

    def __str__(self) -> str:
        near = difflib.get_close_matches(str(self.args[0]), self._known, 1)
        return "the result has no variable `%s`%s" % (self.args[0], "; did you mean `%s`?" % near[0] if near else "")


class Result(Table):
    """What a run has left. Columns are views of memory of the result, which lives as long as they do."""

    def __init__(self, handle: Handle, title: str, statistics: Dict[str, Any], messages: List[Message],
                 parameters: Dict[str, float]) -> None:
        self._handle = handle
        self.title = title
        self.statistics = statistics  #: method, steps, evaluations, ... as `kron simulate --json` has them
        self.messages = messages
        self._parameters = parameters
        self._columns: Dict[str, numpy.ndarray] = {}
        self._list: Optional[List[str]] = None

    @property
    def time(self) -> numpy.ndarray:
        return self["time"]

    @property
    def parameters(self) -> Dict[str, float]:
        return dict(self._parameters)

    def _names(self) -> List[str]:
        if self._list is None:
            count = library.kron_result_count(self._handle.place)
            self._list = [library.kron_result_name(self._handle.place, i).decode() for i in range(count)]
        return self._list

    def __getitem__(self, name: str) -> numpy.ndarray:
        if name not in self._columns:
            at = self._handle.place
            if not isinstance(name, str):
                raise KeyError(name)
            found = library.kron_result_times(at) if name == "time" else \
                library.kron_result_column(at, name.encode())
            if not found:
                return self._array(name)
            self._columns[name] = _view(found, library.kron_result_points(at), self._handle)
        return self._columns[name]

    def write(self, path: str) -> None:
        """Writes FILE.mat (as Dymola and OpenModelica do), or CSV."""
        status = library.kron_result_write(self._handle.place, str(path).encode())
        if status:
            raise error_of(status, [Message("error", "`%s` cannot be written" % path)])


class File(Table):
    """A result file."""

    def __init__(self, path: str, columns: Dict[str, numpy.ndarray], parameters: Dict[str, float],
                 descriptions: Optional[Dict[str, str]] = None) -> None:
        self.title = path
        self._columns = columns
        self._parameters = parameters
        self.descriptions = descriptions or {}  #: of a MAT file: texts by name

    @property
    def time(self) -> numpy.ndarray:
        return self._columns["time"]

    @property
    def parameters(self) -> Dict[str, float]:
        return dict(self._parameters)

    def _names(self) -> List[str]:
        return [n for n in self._columns if n != "time"]

    def __getitem__(self, name: str) -> numpy.ndarray:
        if name not in self._columns and name in self._parameters:
            return numpy.full(len(self.time), self._parameters[name])
        if name not in self._columns:
            return self._array(name)
        return self._columns[name]


def read(path: str) -> File:
    """The result in FILE.mat, of Dymola, OpenModelica or kron, or in a CSV file with the times in its first column."""
    path = str(path)
    with open(path, "rb") as f:
        data = f.read()
    try:
        return _read_mat(path, data) if path.endswith(".mat") else _read_csv(path, data.decode("utf-8"))
    except (ValueError, IndexError, KeyError, StopIteration) as fault:
        raise CallError("`%s` is no result file: %s" % (path, fault)) from None


def _read_csv(path: str, text: str) -> File:
    rows = csv.reader(io.StringIO(text))
    names = next(rows)
    body = [row for row in rows if row]
    if body and not _is_number(body[0][0]):  # the row of units
        body = body[1:]
    if any(len(row) != len(names) for row in body):
        raise ValueError("its rows differ in length")
    table = numpy.array(body, dtype=float) if body else numpy.empty((0, len(names)))
    return File(path, {"time" if i == 0 else n: table[:, i] for i, n in enumerate(names)}, {})


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


_MAT_TYPES = {0: "f8", 1: "f4", 2: "i4", 3: "i2", 4: "u2", 5: "u1"}


def _matrices(data: bytes) -> Dict[str, numpy.ndarray]:
    """Of a MAT file of version 4."""
    out, at = {}, 0
    while at < len(data):
        kind, rows, columns, imaginary, length = numpy.frombuffer(data, "<i4", 5, at).tolist()
        if not 0 <= kind < 100 or imaginary or rows < 0 or columns < 0 or not 0 < length < 1000:
            raise ValueError("it is not a MAT file of version 4")
        name = data[at + 20:at + 20 + length].split(b"\0")[0].decode()
        kind_of = numpy.dtype("<" + _MAT_TYPES[kind // 10 % 10])
        at += 20 + length
        out[name] = numpy.frombuffer(data, kind_of, rows * columns, at).reshape((rows, columns), order="F")
        at += rows * columns * kind_of.itemsize
    return out


def _lines(matrix: numpy.ndarray, transposed: bool) -> List[str]:
    rows = matrix.T if transposed else matrix
    return [bytes(row.astype("u1")).rstrip(b" \0").decode("utf-8", "replace") for row in rows]


def _read_mat(path: str, data: bytes) -> File:
    part = _matrices(data)
    transposed = _lines(part["Aclass"], False)[-1].strip() == "binTrans"
    names, texts = _lines(part["name"], transposed), _lines(part["description"], transposed)
    info = part["dataInfo"].T if transposed else part["dataInfo"]
    block = {k: (part["data_%d" % k].T if transposed else part["data_%d" % k]) for k in (1, 2)}
    columns: Dict[str, numpy.ndarray] = {}
    parameters: Dict[str, float] = {}
    for i, name in enumerate(names):
        where, column = int(info[i][0]), int(info[i][1])
        sign = -1.0 if column < 0 else 1.0
        values = block[where or 2][:, abs(column) - 1]
        if where == 1:
            parameters[name] = sign * float(values[0])
        else:
            columns["time" if name in ("time", "Time") else name] = values if sign > 0 else -values
    return File(path, columns, parameters, dict(zip(names, texts)))
