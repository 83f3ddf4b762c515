"""tree.py - models as trees: types, expressions, statements, units and classes, and their text.

A type is (base, dims). The base is 'R', 'I', 'B', 'S' (Real, Integer, Boolean, String), an Enum or a Rec; a dim
is an int, a text such as "size(u, 1)" (known when the function is called), or an Enum. Everything that may be
dropped or replaced when a model is made smaller stands in a list (`args`, `body`, `units`, ...), see shrink.py.
"""

BASES = {"R": "Real", "I": "Integer", "B": "Boolean", "S": "String"}


class Enum:
    def __init__(self, name, lits):
        self.name, self.lits = name, lits


class Field:
    def __init__(self, name, t, default=None, prefix=""):
        self.name, self.t, self.args, self.prefix = name, t, [default] if default is not None else [], prefix


class Rec:
    def __init__(self, name, fields):
        self.name, self.fields = name, fields

    def given(self):
        return [f for f in self.fields if f.prefix not in ("constant ", "final parameter ")]


class Ex:
    """An expression: operator, operands, type, and what else belongs to the operator (a name, a literal)."""
    __slots__ = ("op", "args", "t", "x")

    def __init__(self, op, args, t, x=None):
        self.op, self.args, self.t, self.x = op, args, t, x


class St:
    """A statement: operator, expressions, blocks of statements."""
    __slots__ = ("op", "args", "body", "x")

    def __init__(self, op, args, body=(), x=None):
        self.op, self.args, self.body, self.x = op, args, list(body), x


class Local:
    def __init__(self, name, t, args=()):
        self.name, self.t, self.args = name, t, list(args)


class Fn:
    def __init__(self, name, ins, outs, local, body):
        self.name, self.ins, self.outs, self.local, self.body = name, ins, outs, local, body
        self.odd = ""  # a declaration that is not allowed, on purpose
        self.prefix = self.note = ""


class Unit:
    """A declaration with what determines it: a binding, equations, statements."""

    def __init__(self, kind, name, t, args=(), body=(), prefix="", x=None, more=()):
        self.kind, self.name, self.t, self.args, self.body = kind, name, t, list(args), list(body)
        self.prefix, self.x, self.more = prefix, x, list(more)  # more: names of further variables (several results)
        self.hidden = False
        self.dims = None  # the sizes as they are written, if not as numbers
        self.note = ""    # annotation


class Cls:
    def __init__(self, name, kind="model"):
        self.name, self.kind, self.defs, self.units = name, kind, [], []
        self.extends = []  # (Cls, modifiers)
        self.outside = []  # classes beside it
        self.local = {}    # replaceable classes: name -> class
        self.members = []  # (name, type, variability) of an instance
        self.doubtful = False  # has a part that kron may refuse
        self.odd = set()

    def names(self):
        return [n for u in self.units for n in [u.name] + [m for m, _ in u.more]] + \
            [n for base, _ in self.extends for n in base.names()]

    def free(self):
        """What initial equations determine, what depends on that, and components that have such."""
        free = {n for base, _ in self.extends for n in base.free()}
        for u in self.units:
            if u.kind == "initial" or u.kind == "inst" and u.t[0].free() or \
                    any(n in text(a) for a in u.args if isinstance(a, Ex) for n in free):
                free.add(u.name)
        return free

    @property
    def fields(self):
        return [Field(n, t) for n, t, _ in self.members]


# ---- Text ----

ATOM, POW, MUL, ADD, REL, NOT, AND, OR, RANGE, IF = 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
INFIX = {"+": ADD, "-": ADD, ".+": ADD, ".-": ADD, "*": MUL, "/": MUL, ".*": MUL, "./": MUL, "^": POW, ".^": POW,
         "<": REL, ">": REL, "<=": REL, ">=": REL, "==": REL, "<>": REL, "and": AND, "or": OR}


def dim_text(d):
    return d.name if isinstance(d, Enum) else str(d)


def base_text(b):
    return BASES[b] if isinstance(b, str) else b.name


def dims_text(dims):
    return "[" + ", ".join(map(dim_text, dims)) + "]" if dims else ""


def string_text(s):
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def number_text(x):
    return repr(float(x))


def literal_text(v, t):
    b = t[0]
    if hasattr(v, "shape"):
        if 0 in v.shape:
            if b in ("R", "I") and t[1]:
                return "zeros(" + ", ".join(str(n) for n in v.shape) + ")"
            return "fill(%s, %s)" % (literal_text(default_value(b), (b, ())), ", ".join(str(n) for n in v.shape))
        n = v.shape[0]
        return "{" + ", ".join(literal_text(v.row(i), (b, t[1][1:])) for i in range(n)) + "}"
    if isinstance(b, Rec):
        return b.name + "(" + ", ".join(literal_text(v[f.name], f.t) for f in b.given()) + ")"
    if isinstance(b, Enum):
        return b.name + "." + b.lits[int(v) - 1]
    if b == "B":
        return "true" if v else "false"
    if b == "S":
        return string_text(v)
    if b == "I":
        return str(int(v))
    return number_text(v)


def default_value(b):
    if isinstance(b, Rec):
        return {f.name: default_value(f.t[0]) for f in b.fields}
    return {"R": 0.0, "I": 0, "B": False, "S": ""}.get(b, 1) if isinstance(b, str) else 1


def paren(e, least):
    s, p = show(e)
    return "(" + s + ")" if p < least else s


def text(e):
    return show(e)[0]


def listing(args):
    return ", ".join(text(a) for a in args)


def show_lit(e):
    s = literal_text(e.x, e.t)
    return (s, ADD if s[0] == "-" else ATOM)


def show_infix(e):
    op = e.op
    p = INFIX[op]
    l, r = e.args
    if p == ADD:
        left = paren(l, ADD)
        right = paren(r, MUL)
    elif p == POW:
        left, right = paren(l, ATOM), paren(r, ATOM)
    elif p == MUL:
        left, right = paren(l, MUL), paren(r, POW)
    elif p == REL:
        left, right = paren(l, ADD), paren(r, ADD)
    else:
        left, right = paren(l, p), paren(r, p + 1)
    return ("%s %s %s" % (left, op, right), p)


def show_if(e):
    a = e.args
    s = "if %s then %s " % (text(a[0]), text(a[1]))
    i = 2
    while i + 1 < len(a):
        s += "elseif %s then %s " % (text(a[i]), text(a[i + 1]))
        i += 2
    return (s + "else " + text(a[i]), IF)


def show_call(e):
    f, names = e.x
    out = []
    for a, n in zip(e.args, names):
        out.append((n + " = " if n else "") + text(a))
    return (f.name if hasattr(f, "name") else f) + "(" + ", ".join(out) + ")", ATOM


def show_for(e):
    word, iters = e.x
    body = text(e.args[0]) + " for " + ", ".join(
        n + (" in " + text(r) if r.op != "implicit" else "") for n, r in zip(iters, e.args[1:]))
    return ("{" + body + "}" if word == "{" else word + "(" + body + ")"), ATOM


def show_index(e):
    return paren(e.args[0], ATOM) + "[" + listing(e.args[1:]) + "]", ATOM


def show_range(e):
    return ":".join(paren(a, ADD) for a in e.args), RANGE


SHOW = {
    "lit": show_lit,
    "var": lambda e: (e.x, ATOM),
    "time": lambda e: ("time", ATOM),
    "colon": lambda e: (":", ATOM),
    "end": lambda e: ("end", ATOM),
    "enumtype": lambda e: (e.x.name, ATOM),
    "neg": lambda e: ("-" + paren(e.args[0], MUL), ADD),
    "not": lambda e: ("not " + paren(e.args[0], REL), NOT),
    "if": show_if,
    "array": lambda e: ("{" + listing(e.args) + "}", ATOM),
    "matrix": lambda e: ("[" + "; ".join(", ".join(text(a) for a in e.args[i:j]) for i, j in e.x) + "]", ATOM),
    "range": show_range,
    "for": show_for,
    "index": show_index,
    "field": lambda e: (paren(e.args[0], ATOM) + "." + e.x, ATOM),
    "fn": show_call,
    "rec": show_call,
    "call": lambda e: (e.x + "(" + listing(e.args) + ")", ATOM),
    "named": lambda e: (e.x[0] + "(" + ", ".join((n + " = " if n else "") + text(a)
                                                 for a, n in zip(e.args, e.x[1])) + ")", ATOM),
}


def show(e):
    f = SHOW.get(e.op)
    return f(e) if f else show_infix(e)


def put_statements(out, body, pad):
    for s in body:
        put_statement(out, s, pad)


def put_statement(out, s, pad):
    a = s.args
    if s.op == ":=":
        out.append(pad + text(a[0]) + " := " + text(a[1]) + ";")
    elif s.op == "tuple":
        out.append(pad + "(" + ", ".join(text(x) if x is not None else "" for x in s.x) + ") := " + text(a[0]) + ";")
    elif s.op == "if":
        for i, b in enumerate(s.body):
            if i < len(a):
                out.append(pad + ("elseif " if i else "if ") + text(a[i]) + " then")
            else:
                out.append(pad + "else")
            put_statements(out, b, pad + "  ")
        out.append(pad + "end if;")
    elif s.op == "for":
        out.append(pad + "for " + ", ".join(n + " in " + text(r) for n, r in zip(s.x, a)) + " loop")
        put_statements(out, s.body[0], pad + "  ")
        out.append(pad + "end for;")
    elif s.op == "while":
        out.append(pad + "while " + text(a[0]) + " loop")
        put_statements(out, s.body[0], pad + "  ")
        out.append(pad + "end while;")
    elif s.op == "when":
        for i, b in enumerate(s.body):
            out.append(pad + ("elsewhen " if i else "when ") + text(a[i]) + " then")
            put_statements(out, b, pad + "  ")
        out.append(pad + "end when;")
    elif s.op in ("break", "return"):
        out.append(pad + s.op + ";")
    elif s.op == "assert":
        out.append(pad + "assert(" + listing(a) + ");")
    elif s.op == "do":
        out.append(pad + text(a[0]) + ";")
    else:
        raise ValueError(s.op)


def put_fn(out, f, pad):
    out.append(pad + f.prefix + "function " + f.name)
    for word, group in (("input", f.ins), ("output", f.outs)):
        for v in group:
            out.append(pad + "  %s %s %s%s%s;" % (word, base_text(v.t[0]), v.name, flexible_text(v),
                                                " = " + text(v.args[0]) if v.args else ""))
    if f.local or f.odd:
        out.append(pad + "protected")
        if f.odd:
            out.append(pad + "  " + f.odd)
        for v in f.local:
            out.append(pad + "  %s %s%s%s;" % (base_text(v.t[0]), v.name, dims_text(v.t[1]),
                                               " = " + text(v.args[0]) if v.args else ""))
    out.append(pad + "algorithm")
    put_statements(out, f.body, pad + "  ")
    if f.note:
        out.append(pad + "  annotation(%s);" % f.note)
    out.append(pad + "end " + f.name + ";")


def flexible_text(v):
    """A size that is that of the variable itself is `:`."""
    return dims_text([":" if isinstance(d, str) and d.startswith("size(%s," % v.name) else d for d in v.t[1]])


def put_def(out, d, pad):
    if isinstance(d, Enum):
        out.append(pad + "type %s = enumeration(%s);" % (d.name, ", ".join(d.lits)))
    elif isinstance(d, Rec):
        out.append(pad + "record " + d.name)
        for f in d.fields:
            out.append(pad + "  %s%s %s%s%s;" % (f.prefix, base_text(f.t[0]), f.name, dims_text(f.t[1]),
                                               " = " + text(f.args[0]) if f.args else ""))
        out.append(pad + "end " + d.name + ";")
    elif isinstance(d, Fn):
        put_fn(out, d, pad)
    elif isinstance(d, Cls):
        put_class(out, d, pad)
    else:
        out.append(pad + str(d))


def mods_text(mods):
    """mods: list of (name, Ex or None, each, sub-mods)."""
    return ", ".join(("each " if each else "") + name + ("(" + mods_text(sub) + ")" if sub else "") +
                     (" = " + text(e) if e is not None else "") if not isinstance(e, str) else e
                     for name, e, each, sub in mods)


def put_decl(out, u, pad):
    ty = base_text(u.t[0])
    dims = dims_text(u.dims if u.dims is not None else u.t[1])
    name = u.name
    if u.kind == "bound":
        out.append(pad + "%s%s %s%s = %s%s;" % (u.prefix, ty, name, dims, text(u.args[0]), u.note))
    elif u.kind == "state" and u.x == "initial":
        out.append(pad + "%s %s%s;" % (ty, name, dims))
    elif u.kind == "state":  # start, slope[, event time, new value]
        each = "each " if u.t[1] else ""
        out.append(pad + "%s %s%s(start = %s, %sfixed = true);" % (ty, name, dims, text(u.args[0]), each))
    elif u.kind == "when":
        each = "each " if u.t[1] else ""
        out.append(pad + "%s%s %s%s(start = %s, %sfixed = true);" % (u.prefix, ty, name, dims, text(u.args[0]), each))
    elif u.kind == "initial":
        each = "each " if u.t[1] else ""
        out.append(pad + "parameter %s %s%s(%sfixed = false);" % (ty, name, dims, each))
    elif u.kind == "inst":
        m = mods_text([(n, a, e, s) for (n, e, s), a in zip(u.x, u.args)])
        out.append(pad + "%s%s %s%s%s%s;" % (u.prefix, ty, name, dims, "(" + m + ")" if m else "",
                                            " if " + text(u.body[0]) if u.body else ""))
    elif u.kind == "raw":
        out.extend(pad + l for l in u.x[0])
    elif u.kind in ("assert", "do"):
        pass
    else:
        out.append(pad + "%s%s %s%s;" % (u.prefix, ty, name, dims))
    for n, t in u.more if u.kind != "raw" else ():
        out.append(pad + "%s %s%s;" % (base_text(t[0]), n, dims_text(t[1])))


def put_equations(out, u, pad):
    """Equations of a unit; the caller writes the section's head."""
    k = u.kind
    if k == "eq":
        l, r = u.name, text(u.args[0])
        if u.x == "turned" :
            l, r = paren(u.args[0], OR), u.name
        out.append(pad + l + " = " + r + ";")
    elif k == "foreq":
        subs = "[" + ", ".join(u.x) + "]"
        out.append(pad + "for " + ", ".join("%s in 1:%s" % (i, dim_text(d)) for i, d in zip(u.x, u.t[1])) + " loop")
        out.append(pad + "  " + u.name + subs + " = " + text(u.args[0]) + ";")
        out.append(pad + "end for;")
    elif k == "parts":  # two slices of a vector
        out.append(pad + "%s[1:%d] = %s;" % (u.name, u.x, text(u.args[0])))
        out.append(pad + "%s[%s] = %s;" % (u.name, "%d:end" % (u.x + 1) if u.args[1].t[1] else "end", text(u.args[1])))
    elif k == "ifeq":
        out.append(pad + "if " + text(u.args[0]) + " then")
        out.append(pad + "  " + u.name + " = " + text(u.args[1]) + ";")
        out.append(pad + "else")
        out.append(pad + "  " + u.name + " = " + text(u.args[2]) + ";")
        out.append(pad + "end if;")
    elif k == "fields":
        for f, a in zip(u.t[0].fields, u.args):
            out.append(pad + u.name + "." + f.name + " = " + text(a) + ";")
    elif k == "tuple":
        out.append(pad + "(" + ", ".join([u.name] + [n for n, _ in u.more]) + ") = " + text(u.args[0]) + ";")
    elif k == "state":
        out.append(pad + "der(" + u.name + ") = " + text(u.args[1]) + ";")
        if len(u.args) > 2:
            out.append(pad + "when " + text(u.args[2]) + " then")
            out.append(pad + "  reinit(" + u.name + ", " + text(u.args[3]) + ");")
            out.append(pad + "end when;")
    elif k == "when" and not u.body:
        for i in range(1, len(u.args), 2):
            out.append(pad + ("elsewhen " if i > 1 else "when ") + text(u.args[i]) + " then")
            out.append(pad + "  " + u.name + " = " + text(u.args[i + 1]) + ";")
        out.append(pad + "end when;")
    elif k == "assert":
        out.append(pad + "assert(" + listing(u.args) + ");")
    elif k == "raw":
        out.extend(pad + l for l in u.x[1])


def put_algorithm(out, u, pad):
    if u.kind == "raw" and len(u.x) > 5:
        out.extend(pad + l for l in u.x[5])
    if u.kind == "alg":
        put_statements(out, u.body, pad)
    elif u.kind == "when" and u.body:
        for i in range(1, len(u.args), 2):
            out.append(pad + ("elsewhen " if i > 1 else "when ") + text(u.args[i]) + " then")
            out.append(pad + "  " + u.name + " := " + text(u.args[i + 1]) + ";")
        out.append(pad + "end when;")


def put_class(out, c, pad=""):
    out.append(pad + c.kind + " " + c.name)
    p = pad + "  "
    for base, mods in c.extends:
        m = mods_text(mods)
        out.append(p + "extends " + base.name + ("(" + m + ")" if m else "") + ";")
    for d in c.defs:
        put_def(out, d, p)
    hidden = False
    for u in c.units:
        if u.hidden != hidden:
            out.append(pad + ("protected" if u.hidden else "public"))
            hidden = u.hidden
        put_decl(out, u, p)
    eqs = []
    for u in c.units:
        put_equations(eqs, u, p)
    init, initalg = [], []
    for u in c.units:
        if u.kind == "initial":
            if u.x == "algorithm":
                initalg.append(p + u.name + " := " + text(u.args[0]) + ";")
            else:
                init.append(p + u.name + " = " + text(u.args[0]) + ";")
        if u.kind == "state" and u.x == "initial":
            init.append(p + u.name + " = " + text(u.args[0]) + ";")
        if u.kind == "raw" and len(u.x) > 2:
            init += [p + l for l in u.x[2]]
        if u.kind == "raw" and len(u.x) > 3:
            initalg += [p + l for l in u.x[3]]
    if init:
        out += [pad + "initial equation"] + init
    if initalg:
        out += [pad + "initial algorithm"] + initalg
    if eqs:
        out += [pad + "equation"] + eqs
    for u in c.units:
        alg = []
        put_algorithm(alg, u, p)
        if alg:
            out += [pad + "algorithm"] + alg
    out.append(pad + "end " + c.name + ";")


def model_text(c, extra=()):
    if hasattr(c, "text"):
        return c.text()
    out = []
    for d in c.outside:
        put_def(out, d, "")
    put_class(out, c)
    if extra:
        out[-1:] = list(extra) + [out[-1]]
    return "\n".join(out) + "\n"
