"""The C interface of libkron, read from its header.

kron.h is the only description of the interface; reading it when the module is loaded keeps structures
and functions the same on both sides. It takes some milliseconds. The header is written plainly enough
for a few regular expressions: one declaration ends with `;`, structures nest at most once, and there
are no macros in them.
"""
from __future__ import annotations

import ctypes
import os
import re
from typing import Any, Dict, List, Optional, Tuple

_PLAIN = {
    "void": None, "bool": ctypes.c_bool, "int": ctypes.c_int, "unsigned": ctypes.c_uint, "long": ctypes.c_long,
    "double": ctypes.c_double, "size_t": ctypes.c_size_t, "unsigned long long": ctypes.c_ulonglong,
    "char": ctypes.c_char,
}
_DECLARATOR = re.compile(r"^(.*?)([A-Za-z_]\w*)\s*(?:\[(\w+)\])?$", re.S)


class Header:
    """`enum`: constants by name; `struct`: ctypes classes by name; `function`: prototypes by name."""

    def __init__(self, text: str) -> None:
        self.enum: Dict[str, int] = {}
        self.struct: Dict[str, type] = {}
        self.function: Dict[str, Tuple[Any, List[Any]]] = {}
        self._type: Dict[str, Any] = dict(_PLAIN)
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"^\s*#.*?(?<!\\)$", "", text, flags=re.M)
        text = re.sub(r'extern "C" \{', "", text)
        for declaration in _split(text, ";"):
            self._declare(" ".join(declaration.split()))

    def _declare(self, text: str) -> None:
        text = text.strip("} ")if text.startswith("}") else text
        enum = re.match(r"^typedef enum ?\w* ?\{(.*)\} (\w+)$", text)
        struct = re.match(r"^typedef struct (\w+) \{(.*)\} (\w+)$", text)
        opaque = re.match(r"^typedef struct (\w+) \1$", text)
        callback = re.match(r"^typedef (\w+) (\w+)\((.*)\)$", text)
        prototype = re.match(r"^((?:const )?\w+[ *]+)(kron_\w+)\((.*)\)$", text)
        if enum:
            self._enum(enum.group(1))
            self._type[enum.group(2)] = ctypes.c_int
        elif struct:
            self.struct[struct.group(3)] = self._type[struct.group(3)] = self._structure(*struct.groups()[:2])
        elif opaque:
            self._type[opaque.group(1)] = ctypes.c_char  # only pointers to it occur
        elif callback:
            result, name, arguments = callback.groups()
            self._type[name] = ctypes.CFUNCTYPE(self._of(result), *self._arguments(arguments))
        elif prototype:
            result, name, arguments = prototype.groups()
            self.function[name] = (self._of(result), self._arguments(arguments))

    def _enum(self, body: str) -> None:
        value = -1
        for item in _split(body, ","):
            name, given, number = item.partition("=")
            if name.strip():
                value = int(number, 0) if given else value + 1
                self.enum[name.strip()] = value

    def _structure(self, name: str, body: str) -> type:
        fields: List[Tuple[str, Any]] = []
        for member in _split(body, ";"):
            fields += self._members(name, member.strip())
        return type(name, (ctypes.Structure,), {"_fields_": fields})

    def _members(self, owner: str, text: str) -> List[Tuple[str, Any]]:
        if not text:
            return []
        nested = re.match(r"^struct \w* ?\{(.*)\} (\w+)(?:\[(\d+)\])?$", text)
        if nested:
            inner = self._structure(owner + "_" + nested.group(2), nested.group(1))
            return [(nested.group(2), inner * int(nested.group(3)) if nested.group(3) else inner)]
        call = re.match(r"^(.*?)\(\*(\w+)\)\((.*)\)$", text)
        if call:
            return [(call.group(2), ctypes.CFUNCTYPE(self._of(call.group(1)), *self._arguments(call.group(3))))]
        first, *others = [part.strip() for part in _split(text, ",")]
        match = _DECLARATOR.match(first)
        assert match, text
        base = match.group(1).partition("*")[0]
        members = []
        for part in [first[len(base):].strip()] + others:
            match = _DECLARATOR.match(part)
            assert match, text
            kind = self._of(base + " " + match.group(1))
            members.append((match.group(2), kind * int(match.group(3)) if match.group(3) else kind))
        return members

    def _arguments(self, text: str) -> List[Any]:
        kinds = []
        for part in _split(text, ","):
            part = part.strip()
            if part and part != "void":
                match = _DECLARATOR.match(part)
                named = match and match.group(1).strip() and match.group(1).strip() != "const"
                kinds.append(self._of(match.group(1) if match and named else part))
        return kinds

    def _of(self, text: str) -> Any:
        stars = text.count("*")
        name = " ".join(re.sub(r"\*|\bconst\b|\bstruct\b", " ", text).split())
        kind = self._type[name]
        if stars == 0:
            return kind
        if kind is None or (kind is ctypes.c_char and name != "char"):
            kind, stars = ctypes.c_void_p, stars - 1
        elif kind is ctypes.c_char:
            kind, stars = ctypes.c_char_p, stars - 1
        elif isinstance(kind, type) and issubclass(kind, ctypes._CFuncPtr):  # type: ignore[attr-defined]
            stars -= 1
        for _ in range(stars):
            kind = ctypes.POINTER(kind)
        return kind


def _split(text: str, mark: str) -> List[str]:
    """At marks outside of brackets."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "({[") - (c in ")}]")
        if c == mark and depth <= 0:
            parts.append(text[begin:i])
            begin = i + 1
    return parts + [text[begin:]]


def _find(places: List[str], what: str) -> str:
    for place in places:
        if place and os.path.exists(place):
            return place
    raise ImportError("kron: %s is not there; looked for it at %s" % (what, ", ".join(p for p in places if p)))


_here = os.path.dirname(os.path.abspath(__file__))
_tree = os.path.dirname(os.path.dirname(_here))  # of the sources, where the module was not installed
_build = os.environ.get("KRON_BUILD", os.path.join(_tree, "build"))

header = Header(open(_find([os.path.join(_here, "kron.h"), os.path.join(_tree, "include", "kron.h")], "kron.h"),
                     encoding="utf-8").read())
library = ctypes.CDLL(_find([os.environ.get("KRON_LIBRARY", ""), os.path.join(_here, "libkron.so"),
                             os.path.join(_build, "libkron.so")], "libkron.so"))
own_models: Optional[str] = next((p for p in (os.path.join(_here, "lib"), os.path.join(_tree, "lib"))
                                  if os.path.isdir(os.path.join(p, "Kron"))), None)
for _name, (_result, _args) in header.function.items():
    _function = getattr(library, _name)
    _function.restype, _function.argtypes = _result, _args
