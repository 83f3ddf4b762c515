"""Messages, and the errors that carry them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional

from ._abi import header, library

SEVERITY = ("error", "warning", "note")


@dataclass(frozen=True)
class Message:
    severity: str  #: "error", "warning", or "note", which explains the message before it
    text: str
    file: Optional[str] = None
    line: int = 0
    column: int = 0
    excerpt: str = ""  #: the line of the text, and one with a mark under the place

    def __str__(self) -> str:
        place = "%s:%d:%d: " % (self.file, self.line, self.column) if self.file else ""
        return "%s%s: %s%s" % (place, self.severity, self.text, "\n" + self.excerpt.rstrip() if self.excerpt else "")


def messages_of(model: int, first: int = 0) -> List[Message]:
    out = []
    for i in range(first, library.kron_message_count(model)):
        m = library.kron_message(model, i)
        out.append(Message(SEVERITY[m.severity], _text(m.text), _text(m.file) if m.file else None, m.line, m.column,
                           _text(m.excerpt)))
    return out


def _text(raw: Optional[bytes]) -> str:
    return raw.decode("utf-8", "replace") if raw else ""


class Error(Exception):
    """Something went wrong; `messages` has all that was said about it."""

    def __init__(self, text: str, messages: Optional[List[Message]] = None) -> None:
        super().__init__(text)
        self.messages = messages or []


class ModelError(Error):
    """The model is wrong."""


class CallError(Error, ValueError):
    """An argument is wrong."""


class RunError(Error):
    """The run failed; `result` is what there is of it, or None."""

    result = None


class FileError(Error, OSError):
    """A file cannot be written."""


class KronWarning(UserWarning):
    """What kron warns about."""


_CLASS = {
    "KRON_WRONG_MODEL": ModelError, "KRON_WRONG_CALL": CallError, "KRON_RUN_FAILED": RunError,
    "KRON_FILE_ERROR": FileError, "KRON_NO_MEMORY": MemoryError,
}


def error_of(status: int, messages: List[Message]) -> BaseException:
    name = next((n for n in _CLASS if header.enum[n] == status), "")
    shown = [str(m) for m in messages if m.severity != "warning"]
    text = "\n".join(shown) if shown else _text(library.kron_status_text(status))
    kind = _CLASS.get(name, Error)
    return MemoryError(text) if kind is MemoryError else kind(text, messages)
