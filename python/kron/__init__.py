"""Simulation of physical systems from their equations.

    import kron
    m = kron.load("Pendulum.mo")
    r = m.simulate(stop=10, L=2.0)
    r["x"], r.plot("x"), m.parameters, m.structure(), m.linearize()
    kron.sweep(m, {"L": [1, 2, 3]}, stop=10)["x.max"]
"""
from ._abi import library as _library
from ._message import CallError, Error, FileError, KronWarning, Message, ModelError, RunError
from ._model import Context, Linear, Model, Structure, Variable, load, loads
from ._result import File, Plot, Result, Table, read
from ._sweep import Sweep, sweep

__version__ = _library.kron_version().decode()
__all__ = ["CallError", "Context", "Error", "File", "FileError", "KronWarning", "Linear", "Message", "Model",
           "ModelError", "Plot", "Result", "RunError", "Structure", "Sweep", "Table", "Variable", "load", "loads", "read",
           "sweep"]
