"""Simulation of physical systems from their equations.

    import kron
    m = kron.load("Pendulum.mo")
    r = m.simulate(stop=10, L=2.0)
    r["x"], r.plot("x"), m.parameters, m.structure(), m.linearize()
"""
from ._abi import library as _library
from ._message import CallError, Error, FileError, KronWarning, Message, ModelError, RunError
from ._model import Context, Linear, Model, Structure, Variable, load, loads
from ._result import File, Plot, Result, Table, read

__version__ = _library.kron_version().decode()
__all__ = ["CallError", "Context", "Error", "File", "FileError", "KronWarning", "Linear", "Message", "Model",
           "ModelError", "Plot", "Result", "RunError", "Structure", "Table", "Variable", "load", "loads", "read"]
