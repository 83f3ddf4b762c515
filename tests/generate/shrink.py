"""shrink.py - a smaller model of the same class: parts are left out or replaced as long as the class shows."""
import interp
from tree import Cls, Ex, Fn, Rec, St, Unit, model_text


def lists_of(node, seen, out):
    """All lists in the tree whose elements may be dropped, and all places of expressions."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, Cls):
        for l in (node.units, node.defs, node.outside):
            out.append(("drop", l))
            for x in l:
                lists_of(x, seen, out)
    elif isinstance(node, Rec):
        out.append(("drop", node.fields))
        for f in node.fields:
            if f.args:
                out.append(("expr", f.args))
                lists_of(f.args[0], seen, out)
    elif isinstance(node, Fn):
        out.append(("drop", node.body))
        out.append(("drop", node.local))
        out.append(("drop", node.outs))
        out.append(("ins", node))
        if node.note:
            out.append(("note", node))
        for v in node.ins + node.outs + node.local:
            if v.args:
                out.append(("drop", v.args))
                out.append(("expr", v.args))
                lists_of(v.args[0], seen, out)
        for s in node.body:
            lists_of(s, seen, out)
    elif isinstance(node, Unit):
        out.append(("unit", node))
        out.append(("expr", node.args))
        if node.kind == "alg":
            out.append(("drop", node.body))
        for x in node.args + node.body:
            if x is not None:
                lists_of(x, seen, out)
    elif isinstance(node, St):
        if node.args:
            out.append(("value" if node.op == ":=" else "expr", node.args))
        if node.op in ("if", "for", "while"):
            out.append(("blocks", node))
        for b in node.body:
            out.append(("drop", b))
            for s in b:
                lists_of(s, seen, out)
        for a in node.args[1:] if node.op == ":=" else node.args:
            lists_of(a, seen, out)
    elif isinstance(node, Ex):
        if node.args:
            out.append(("expr", node.args))
        if node.op in ("fn", "rec"):
            out.append(("named", node))
        for a in node.args:
            lists_of(a, seen, out)


def fits(new, old):
    return new.t == old.t and new.op not in ("colon", "end", "enumtype")


def simple(t):
    """The simplest expression of a type."""
    b, dims = t
    if isinstance(b, Rec) and not dims:
        return None
    if all(isinstance(d, int) for d in dims) and not isinstance(b, Rec):
        zero = {"R": 1.0, "I": 1, "B": True, "S": "a"}.get(b, 1) if isinstance(b, str) else 1
        if not dims:
            return Ex("lit", [], t, zero)
        n = 1
        for d in dims:
            n *= d
        return Ex("lit", [], t, interp.Arr(dims, [zero] * n))
    return None


def within(e, out, depth=0):
    for a in e.args:
        out.append(a)
        if depth < 3:
            within(a, out, depth + 1)


def size_of(model):
    return len(model_text(model))


def moves(model):
    """Changes, each as (do, undo), the big ones first."""
    places = []
    lists_of(model, set(), places)
    for kind, l in places:
        if kind == "drop":
            for i in range(len(l) - 1, -1, -1):
                yield swap(l, i, i + 1, [])
    for kind, l in places:
        if kind == "note":
            yield attr(l, "note", "")
        elif kind == "blocks":
            yield hoist(model, l)
        elif kind == "ins":
            f = l
            for i in range(len(f.ins) - 1, -1, -1):
                yield input_dropped(model, f, i)
        elif kind == "unit":
            if l.kind == "inst":
                for i in range(len(l.args) - 1, -1, -1):
                    yield two(attr(l, "args", l.args[:i] + l.args[i + 1:]), attr(l, "x", l.x[:i] + l.x[i + 1:]))
            if l.more:
                yield attr(l, "more", l.more[:-1])
            if l.kind == "when" and len(l.args) > 3:
                yield attr(l, "args", l.args[:3])
            if l.kind == "state" and len(l.args) > 2:
                yield attr(l, "args", l.args[:2])
            if l.kind in ("eq", "ifeq") and not hasattr(model, "text"):
                yield two(attr(l, "kind", "bound"), attr(l, "args", l.args[-1:]))
            if l.dims is not None:
                yield attr(l, "dims", None)
            if l.note:
                yield attr(l, "note", "")
            if l.hidden:
                yield attr(l, "hidden", False)
            if l.kind == "bound" and l.prefix:
                yield attr(l, "prefix", "")
    for kind, l in places:
        if kind not in ("expr", "value"):
            continue
        for i, e in enumerate(l):
            if kind == "value" and i == 0:
                continue
            if e is None or e.op in ("colon", "end", "lit"):
                continue
            s = simple(e.t)
            if s is not None and e.op not in ("var", "time"):
                yield swap(l, i, i + 1, [s])
            sub = []
            within(e, sub)
            for n in sub:
                if fits(n, e):
                    yield swap(l, i, i + 1, [n])
            if s is not None and e.op in ("var",):
                yield swap(l, i, i + 1, [s])
    for kind, l in places:
        if kind == "named":
            yield fewer(l)


def swap(l, i, j, new):
    old = l[i:j]

    def do():
        if l[i:j] != old:
            return False
        l[i:i + len(old)] = new
        return True

    def undo():
        l[i:i + len(new)] = old
    return do, undo


def attr(node, name, value):
    old = getattr(node, name)

    def do():
        if getattr(node, name) is not old:
            return False
        setattr(node, name, value)
        return True

    def undo():
        setattr(node, name, old)
    return do, undo


def two(a, b):
    return together([a, b])


def together(changes):
    """All of them, or none."""
    done = []

    def do():
        del done[:]
        for c in changes:
            if not c[0]():
                undo()
                return False
            done.append(c)
        return True

    def undo():
        for c in reversed(done):
            c[1]()
        del done[:]
    return do, undo


def fewer(e):
    """A call without its last argument, where that has a default."""
    if e.args:
        group = e.x[0].given() if e.op == "rec" else e.x[0].ins
        last = e.x[1][-1] if len(e.x[1]) == len(e.args) and e.x[1][-1] else group[len(e.args) - 1].name \
            if len(e.args) <= len(group) else ""
        if any(v.name == last and v.args for v in group):
            return attr(e, "args", e.args[:-1])
    return (lambda: False), (lambda: None)


def hoist(model, s):
    """A block instead of the statement around it."""
    places = []
    lists_of(model, set(), places)
    for kind, l in places:
        if kind == "drop" and any(x is s for x in l):
            i = next(i for i, x in enumerate(l) if x is s)
            for b in s.body:
                if b:
                    return swap(l, i, i + 1, list(b))
    return (lambda: False), (lambda: None)


def calls_of(node, f, seen, out):
    if isinstance(node, (list, tuple)):
        for x in node:
            calls_of(x, f, seen, out)
        return
    if id(node) in seen or node is None:
        return
    seen.add(id(node))
    if isinstance(node, Ex):
        if node.op == "fn" and node.x[0] is f:
            out.append(node)
        calls_of(node.args, f, seen, out)
    for name in ("units", "defs", "outside", "body", "args", "ins", "outs", "local", "fields"):
        l = getattr(node, name, None)
        if isinstance(l, list):
            calls_of(l, f, seen, out)


def input_dropped(model, f, i):
    calls = []
    calls_of(model, f, set(), calls)
    v = f.ins[i]
    changes = [attr(f, "ins", f.ins[:i] + f.ins[i + 1:])]
    for e in calls:
        names = e.x[1]
        k = i if i < len(names) and not names[i] else names.index(v.name) if v.name in names else -1
        if k >= 0:
            changes.append(attr(e, "args", e.args[:k] + e.args[k + 1:]))
            changes.append(attr(e, "x", (f, names[:k] + names[k + 1:])))
    return together(changes)


def assigned(body, out):
    for s in body:
        targets = [s.args[0]] if s.op == ":=" else s.x if s.op == "tuple" else []
        for e in targets:
            while e is not None and e.op != "var":
                e = e.args[0]
            if e is not None:
                out.add(e.x)
        if s.op not in (":=", "tuple"):
            for b in s.body:
                assigned(b, out)
    return out


def whole(f):
    """Every result and variable of a function gets a value."""
    got = assigned(f.body, set())
    return all(v.args or v.name in got for v in f.outs + f.local)


def complete(c, strict):
    """Every variable still has what determines it."""
    if strict and not all(whole(d) for d in c.defs + c.outside if isinstance(d, Fn)):
        return False
    for u in c.units:
        if u.kind == "alg":
            got = assigned(u.body, set())
            if not all(n in got for n in [u.name] + [n for n, _ in u.more]):
                return False
    return all(complete(d, strict) for d in c.defs + c.outside if isinstance(d, Cls))


def shrink(model, same, most=600, strict=False):
    """same(model): does it still show the class? Changes the model in place; at most `most` tries. strict: it must
    stay a good model, so that its values and its refusal mean something."""
    tries = 0
    again = True
    while again and tries < most:
        again = False
        for do, undo in list(moves(model)):
            if tries >= most:
                break
            before = size_of(model)
            try:
                if not do():
                    continue
            except Exception:
                continue
            try:
                smaller = size_of(model) < before
            except Exception:
                smaller = False
            good = False
            if smaller and complete(model, strict):
                tries += 1
                try:
                    good = same(model)
                except Exception:
                    good = False
            if good:
                again = True
            else:
                undo()
    return tries
