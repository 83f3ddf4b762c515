"""grammar.py - random models that are well typed and have values by construction."""
import random

from tree import Enum, Ex, Field, Fn, Local, Rec, St

TIMES = (0.0, 1 / 3, 2 / 3, 1.0)
CONST, PARAM, DISC, CONT = range(4)


class Skip(Exception):
    """This way leads nowhere: take another."""


class Ctx:
    """What an expression may use."""

    def __init__(self, level, cont=None):
        self.var = []           # (Ex, type, variability)
        self.level = level      # of the expression
        self.cont = level if cont is None else cont  # allowed inside relations
        self.fn = None          # function that is being made
        self.fns = []
        self.dims = ()          # texts of sizes known here
        self.when = None

    def limited(self, level):
        c = Ctx(min(level, self.level), self.cont)
        c.var, c.fn, c.fns, c.dims, c.when = self.var, self.fn, self.fns, self.dims, self.when
        return c

    def full(self):
        if self.level == self.cont:
            return self
        c = self.limited(self.level)
        c.level = self.cont
        return c

    def plus(self, e, t, level=CONST):
        c = self.limited(self.level)
        c.var = [x for x in self.var if root_of(x[0]) != e.x] + [(e, t, level)]
        if c.when is not None and c.when.name == e.x:
            c.when = None  # pre(i) of an iterator is nothing
        return c


HOSTILE = ["t0", "int_", "main", "v", "y", "x", "double_", "p", "i1", "static", "register", "k_min", "s", "n", "u", "KInst",
           "'a b'", "'x*/'", "'1+1'", "'a.b'", "restrict", "auto", "goto", "printf", "rel", "m", "a", "b", "c",
           "'%d'", "'??/'", "'int'", "tmp", "r", "l", "r0", "o", "t1", "i", "j", "k", "vd", "size_", "NULL", "main_", "I"]
FUNC1 = ["sin", "cos", "atan", "tanh", "abs"]


def integer(n):
    return Ex("lit", [], ("I", ()), n)


def lit(v, t):
    return Ex("lit", [], t, v)


def var(name, t):
    return Ex("var", [], t, name)


def call(name, args, t):
    return Ex("call", list(args), t, name)


def jumps(e):
    """Whether a value jumps within an expression without a relation that says so."""
    return e.op == "call" and e.x in JUMPS or any(isinstance(a, Ex) and jumps(a) for a in e.args)


JUMPS = {"div", "mod", "rem", "floor", "ceil", "integer"}


def apart(c, name):
    """The name of an iterator that does not hide what sizes are made of."""
    return name + "_" if any(d == name or str(d).startswith("size(%s," % name) for d in c.dims) else name


def dim_ex(d):
    if isinstance(d, Enum):
        return integer(len(d.lits))
    if isinstance(d, int):
        return integer(d)
    if d.startswith("size("):
        name, k = d[5:-1].split(", ")
        return call("size", [var(name, ("R", ("?",) * 4)), integer(int(k))], ("I", ()))
    return var(d, ("I", ()))


def root_of(e):
    while e.op != "var":
        e = e.args[0]
    return e.x


class Grammar:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.used = set()
        self.enums, self.recs, self.fns = [], [], []
        self.size = self.r.choice([2, 3, 3, 4])
        self.zero = self.r.random() < 0.4   # arrays of size 0 are wanted
        self.odd = self.r.random() < 0.12   # something that may be refused
        self.doubtful = False
        self.strings = self.r.random() < 0.4
        self.events = self.r.random() < 0.6
        self.nest = 0

    # ---- helpers ----

    def chance(self, p):
        return self.r.random() < p

    def name(self, stem="x"):
        r = self.r
        for _ in range(20):
            n = r.choice(HOSTILE) if r.random() < 0.35 else stem + str(r.randint(0, 99))
            if n not in self.used:
                self.used.add(n)
                return n
        n = "%s_%d" % (stem, len(self.used))
        self.used.add(n)
        return n

    def plain(self, stem):
        """A name for a class, of which others are made."""
        n = "%s%d" % (stem, len(self.used))
        self.used.add(n)
        return n

    def some_dim(self):
        r = self.r
        if self.zero and r.random() < 0.3:
            return 0
        return r.choice([1, 2, 2, 3, 3, 4])

    def some_dims(self, most=4):
        r = self.r
        rank = r.choice([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4])
        return tuple(self.some_dim() for _ in range(min(rank, most)))

    def some_base(self):
        r = self.r
        c = ["R"] * 8 + ["I"] * 4 + ["B"] * 2 + (["S"] * 2 if self.strings else []) + self.enums
        return r.choice(c)

    def some_type(self, records=True):
        r = self.r
        if records and self.recs and r.random() < 0.3:
            return (r.choice(self.recs), (self.some_dim(),) if r.random() < 0.35 else ())
        b = self.some_base()
        dims = self.some_dims()
        if len(dims) > 2 and b not in ("R", "I"):
            dims = dims[:2]
        if dims and self.enums and r.random() < 0.1:
            dims = (r.choice(self.enums),) + dims[1:2]
        return (b, dims)

    # ---- expressions ----

    def ex(self, c, t, d):
        r = self.r
        for _ in range(12):
            try:
                if d <= 0:
                    return self.leaf(c, t)
                if t[1]:
                    return self.array(c, t, d)
                return self.scalar(c, t, d)
            except Skip:
                continue
        return self.leaf(c, t)

    def leaf(self, c, t):
        if self.chance(0.6):
            e = self.variable(c, t)
            if e is not None:
                return e
        return self.literal(c, t)

    def variable(self, c, t):
        """A variable, an element or a field of one."""
        found = []
        for e, vt, level in c.var:
            if level > c.level:
                continue
            self.reach(found, e, vt, t, 0)
        if not found:
            return None
        e, vt = self.r.choice(found)
        return self.picked(c, e, vt, t)

    def reach(self, found, e, vt, t, deep):
        b, dims = vt
        if b == t[0] or (b == "I" and t[0] == "R"):
            if dims == t[1]:
                found.append((e, vt))
            elif len(dims) >= len(t[1]) and dims[len(dims) - len(t[1]):] == t[1] and \
                    all(isinstance(x, (int, Enum)) and x != 0 for x in dims[:len(dims) - len(t[1])]):
                found.append((e, vt))
        if isinstance(b, Rec) and deep < 2:
            for f in b.fields:
                if not dims or self.chance(0.7):
                    self.reach(found, Ex("field", [e], (f.t[0], dims + f.t[1]), f.name), (f.t[0], dims + f.t[1]), t,
                               deep + 1)

    def picked(self, c, e, vt, t):
        """e of the type vt subscripted to give the type t."""
        n = len(vt[1]) - len(t[1])
        if n == 0:
            return e
        subs = [self.subscript(c, d) for d in vt[1][:n]]
        if e.op == "field":  # subscripts go to the parts that have the dimensions
            path, q = [], e
            while q.op == "field":
                path.append(q)
                q = q.args[0]
            for p in [None] + path[::-1]:
                own = len(q.t[1])
                if p is not None:
                    f = next(f for f in q.t[0].fields if f.name == p.x)
                    q = Ex("field", [q], (f.t[0], q.t[1] + f.t[1]), p.x)
                    own = len(f.t[1])
                if own <= len(subs):
                    if own:
                        q = Ex("index", [q] + subs[:own], (q.t[0], ()))
                    subs = subs[own:]
                elif subs:
                    if len(q.t[1]) != own or p is not path[0]:
                        raise Skip
                    return Ex("index", [q] + subs, t)
            return q
        if len(t[1]) and self.chance(0.4):
            subs += [Ex("colon", [], ("I", ())) for _ in t[1]]
        return Ex("index", [e] + subs, t)

    def subscript(self, c, d):
        r = self.r
        if isinstance(d, Enum):
            for e, vt, level in c.var:
                if vt == (d, ()) and level <= c.level and r.random() < 0.4:
                    return e
            return lit(r.randint(1, len(d.lits)), (d, ()))
        if not isinstance(d, int) or d == 0:
            raise Skip
        k = r.random()
        if k < 0.15:
            return Ex("end", [], ("I", ()))
        if k < 0.3 and d > 1:
            return Ex("-", [Ex("end", [], ("I", ())), integer(r.randint(1, d - 1))], ("I", ()))
        if k < 0.5:
            fits = [e for e, vt, level in c.var if level == -d and vt == ("I", ())]
            if fits:
                return r.choice(fits)
        if k < 0.6 and c.level >= PARAM and self.nest < 2:
            self.nest += 1
            e = self.ex(c.limited(DISC if c.fn is None else CONT), ("I", ()), 1)
            self.nest -= 1
            return Ex("+", [integer(1), call("mod", [e, integer(d)], ("I", ()))], ("I", ()))
        return integer(r.randint(1, d))

    def literal(self, c, t):
        r = self.r
        b, dims = t
        if dims:
            return self.filled(c, t)
        if isinstance(b, Rec):
            return self.construct(c, t, 0)
        if isinstance(b, Enum):
            return lit(r.randint(1, len(b.lits)), t)
        if b == "R":
            if c.level == CONT and c.fn is None and r.random() < 0.3:
                return Ex("time", [], t)
            return lit(r.choice([0.0, 1.0, 2.0, 0.5, -1.5, 3.25, 0.1, 1e-3, 12.75, -2.0, 7.0]), t)
        if b == "I":
            return lit(r.choice([0, 1, 2, 3, 5, -1, -2, 7, 10]), t)
        if b == "B":
            return lit(r.random() < 0.5, t)
        return lit(r.choice(["", "a", "abc", "x y", "z\"q", "a\\b", "%s%d", "Az", "*/", "\u00e4"]), t)

    def filled(self, c, t):
        r = self.r
        b, dims = t
        known = all(isinstance(d, (int, Enum)) for d in dims)
        if b in ("R", "I") and r.random() < 0.3:
            return call(r.choice(["zeros", "ones"]), [dim_ex(d) for d in dims], t)
        if known and 0 not in dims and r.random() < 0.7:
            n = dims[0] if isinstance(dims[0], int) else len(dims[0].lits)
            return Ex("array", [self.leaf(c, (b, dims[1:])) for _ in range(n)], t)
        k = r.randint(1, len(dims))
        if r.random() < 0.75 or isinstance(b, Rec):
            k = len(dims)
        return call("fill", [self.leaf(c, (b, dims[k:]))] + [dim_ex(d) for d in dims[:k]], t)

    def condition(self, c, d):
        return self.ex(c, ("B", ()), d)

    def switch(self, c, d):
        """A condition, often one that changes during the run."""
        r = self.r
        if c.fn is None and c.cont == CONT and c.level >= DISC and self.events and r.random() < 0.4:
            return Ex(r.choice(["<", ">", "<=", ">="]), [Ex("time", [], ("R", ())),
                                                        lit(r.choice([0.15, 0.21, 0.4, 0.52, 0.77, 0.9]), ("R", ()))], ("B", ()))
        return self.condition(c, d)

    def choice_of(self, c, table):
        """One of (weight, function) pairs."""
        total = sum(w for w, _ in table)
        x = self.r.random() * total
        for w, f in table:
            x -= w
            if x < 0:
                return f
        return table[-1][1]

    # scalars

    def scalar(self, c, t, d):
        b = t[0]
        if isinstance(b, Rec):
            f = self.choice_of(c, self.RECORD)
        elif isinstance(b, Enum):
            f = self.choice_of(c, self.ENUM)
        else:
            f = self.choice_of(c, {"R": self.REAL, "I": self.INTEGER, "B": self.BOOLEAN, "S": self.STRING}[b])
        return f(self, c, t, d)

    def var_or_skip(self, c, t, d):
        e = self.variable(c, t)
        if e is None:
            raise Skip
        return e

    def s_leaf(self, c, t, d):
        return self.leaf(c, t)

    def s_arith(self, c, t, d):
        op = self.r.choice(["+", "-", "*", "+", "-", ".+", ".*"] if t[0] == "R" else ["+", "-", "*"])
        return Ex(op, [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)

    def s_div(self, c, t, d):
        if self.chance(0.5):
            q = lit(self.r.choice([2.0, -4.0, 0.5, 3.0]), t)
        else:
            q = Ex("+", [lit(1.5, t), call("abs", [self.ex(c, t, d - 1)], t)], t)
        return Ex("/", [self.ex(c, t, d - 1), q], t)

    def s_neg(self, c, t, d):
        return Ex("neg", [self.ex(c, t, d - 1)], t)

    def s_pow(self, c, t, d):
        k = self.r.random()
        if k < 0.6:
            return Ex("^", [self.ex(c, t, d - 1), integer(self.r.choice([0, 1, 2, 2, 3]))], t)
        p = Ex("+", [lit(0.5, t), call("abs", [call("sin", [self.ex(c, t, d - 1)], t)], t)], t)
        return Ex("^", [p, self.ex(c, t, d - 2) if k < 0.8 else lit(-1.5, t)], t)

    def s_if(self, c, t, d):
        a = [self.switch(c, d - 1), self.ex(c, t, d - 1)]
        if self.chance(0.2):
            a += [self.condition(c, d - 2), self.ex(c, t, d - 1)]
        return Ex("if", a + [self.ex(c, t, d - 1)], t)

    def s_func1(self, c, t, d):
        r = self.r
        k = r.random()
        a = self.ex(c, t, d - 1)
        if k < 0.6:
            return call(r.choice(FUNC1), [a], t)
        if k < 0.7:
            return call("sqrt", [call("abs", [a], t)], t)
        if k < 0.8:
            return call("exp", [Ex("neg", [call("abs", [a], t)], t)], t)
        if k < 0.9:
            return call(r.choice(["log", "log10"]), [Ex("+", [lit(1.0, t), call("abs", [a], t)], t)], t)
        return call("atan2", [a, Ex("+", [lit(1.0, t), call("abs", [self.ex(c, t, d - 2)], t)], t)], t)

    def s_minmax(self, c, t, d):
        return call(self.r.choice(["min", "max"]), [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)

    def s_reduce(self, c, t, d):
        r = self.r
        word = r.choice(["sum", "sum", "product", "min", "max"])
        fits = [(e, vt) for e, vt, level in c.var if vt[1] and vt[0] == t[0] and level <= c.level]
        if fits and r.random() < 0.5:
            e, vt = r.choice(fits)
            if word in ("min", "max") and not all(isinstance(x, int) and x for x in vt[1]):
                word = "sum"
            return call(word, [e], t)
        dims = self.some_dims() or (self.some_dim(),)
        if c.dims and r.random() < 0.4:
            dims = (r.choice(c.dims),)
        if word in ("min", "max") and (0 in dims or not all(isinstance(x, int) for x in dims)):
            word = "sum"
        if word == "product":
            a = self.ex(c, (t[0], dims[:2]), d - 2)
        else:
            a = self.ex(c, (t[0], dims), d - 1)
        return call(word, [a], t)

    def s_for(self, c, t, d):
        r = self.r
        word = r.choice(["sum", "sum", "product", "min", "max"])
        names, ranges, inner = self.iterators(c, r.choice([1, 1, 1, 2]), word in ("sum", "product"))
        return Ex("for", [self.ex(inner, t, d - 1)] + ranges, t, (word, names))

    def iterators(self, c, n, empty=True):
        names, ranges = [], []
        inner = c
        for _ in range(n):
            name, rng, t, size = self.iterator(c, empty)
            while name in names or (names and not name.endswith("_2")):
                name = apart(c, name + "_2")  # it is seen in the ranges before it, which were made without
            names.append(name)
            ranges.append(rng)
            inner = inner.plus(var(name, t), t, -size if t == ("I", ()) and size else CONST)
        return names, ranges, inner

    def iterator(self, c, empty=True):
        """(name, range, type of the iterator, n if it goes from 1 to n)."""
        r = self.r
        name = r.choice(["i", "j", "k", "i1", "m", "t0", "q", "e"]) if r.random() < 0.7 else r.choice("ijk") + str(r.randint(0, 9))
        name = apart(c, name)
        k = r.random()
        if c.dims and k < 0.3:
            d = r.choice(c.dims)
            return name, Ex("range", [integer(1), dim_ex(d)], ("I", (d,))), ("I", ()), 0
        if k < 0.55:
            n = self.some_dim()
            if n == 0 and not empty:
                n = 2
            return name, Ex("range", [integer(1), integer(n)], ("I", (n,))), ("I", ()), n
        if k < 0.65 and self.enums:
            e = r.choice(self.enums)
            return name, Ex("enumtype", [], (e, (len(e.lits),)), e), (e, ()), 0
        if k < 0.72:
            return name, Ex("array", [integer(r.randint(-3, 9)) for _ in range(r.randint(1, 3))], ("I", (2,))), \
                ("I", ()), 0
        if k < 0.8:
            return name, Ex("array", [self.leaf(c.limited(CONST), ("R", ())) for _ in range(2)], ("R", (2,))), \
                ("R", ()), 0
        if k < 0.9:
            a, s, b = r.choice([(3, -1, 1), (5, -2, 0), (1, 2, 4), (1, 3, 2), (2, -1, 2)])
            return name, Ex("range", [integer(a), integer(s), integer(b)], ("I", (2,))), ("I", ()), 0
        return name, Ex("range", [lit(0.5, ("R", ())), lit(0.75, ("R", ())), lit(2.1, ("R", ()))], ("R", (3,))), \
            ("R", ()), 0

    def s_dot(self, c, t, d):
        n = self.some_dim()
        return Ex("*", [self.ex(c, (t[0], (n,)), d - 1), self.ex(c, (t[0], (n,)), d - 1)], t)

    def s_fn(self, c, t, d):
        """A call of a function, by position, by name or with defaults."""
        r = self.r
        fits = [f for f in c.fns if f.outs and (f.outs[0].t == t or f.outs[0].t == ("I", t[1]) and t[0] == "R")]
        if not fits:
            raise Skip
        f = r.choice(fits)
        e = self.calling(c, f, t, d)
        if f.outs[0].t != t and c.level == CONT and not t[1]:  # relations of Integers make no events
            return Ex("*", [lit(1.0, t), e], t)
        return e

    def calling(self, c, f, t, d):
        r = self.r
        # sizes of inputs that the result has are those that are wanted: both functions may call an input the same
        args, names, sizes = [], [], {x: x for x in t[1] if isinstance(x, str)} if t else {}
        named = r.random() < 0.3
        shared = self.switch(c, 1) if d > 1 and r.random() < 0.15 else None
        for v in f.ins:
            if v.args and r.random() < 0.5:
                named = True
                continue
            dims = []
            for x in v.t[1]:
                if isinstance(x, str):
                    x = sizes.setdefault(x, self.some_dim())
                dims.append(x)
            vt = (v.t[0], tuple(dims))
            e = self.ex(c, vt, d - 1)
            if shared is not None and r.random() < 0.7:
                e = Ex("if", [shared, e, self.ex(c, vt, d - 1)], vt)
            args.append(e)
            names.append(v.name if named else "")
        return Ex("fn", args, (f.outs[0].t[0], t[1] if t else f.outs[0].t[1]), (f, names))

    def s_event(self, c, t, d):
        """noEvent, smooth, homotopy, semiLinear, delay."""
        r = self.r
        if c.level < CONT or c.fn is not None and r.random() < 0.7:
            raise Skip
        k = r.random() if t[0] == "R" else 0
        if k < 0.3:
            e = self.ex(c, t, d - 1)
            if jumps(e):  # a relation on it may hold between two of its jumps, which nobody sees
                raise Skip
            return call("noEvent", [e], t)
        if k < 0.5:
            return call("smooth", [integer(r.choice([0, 0, 1])), self.ex(c, t, d - 1)], t)
        if k < 0.7 and c.fn is None:
            return call("homotopy", [self.ex(c, t, d - 1), self.ex(c, t, d - 2)], t)
        if t[1] or c.fn is not None:
            raise Skip
        if k < 0.9:
            return call("semiLinear", [self.ex(c, t, d - 1), self.ex(c, t, d - 2), self.ex(c, t, d - 2)], t)
        if not self.events:
            raise Skip
        e = Ex("time", [], t)
        if r.random() < 0.5:
            e = Ex("+", [Ex("*", [lit(2.0, t), e], t), lit(1.0, t)], t)
        return call("delay", [e, lit(r.choice([0.05, 0.125, 0.4]), t)], t)

    def s_size(self, c, t, d):
        r = self.r
        fits = [(e, vt) for e, vt, level in c.var if vt[1] and level <= max(c.level, PARAM)]
        if fits and r.random() < 0.7:
            e, vt = r.choice(fits)
            if r.random() < 0.2:
                return call("ndims", [e], t)
        else:
            vt = (r.choice(["R", "I", "B"]), self.some_dims() or (self.some_dim(),))
            e = self.ex(c, vt, d - 1)
        return call("size", [e, integer(r.randint(1, len(vt[1])))], t)

    def s_whole(self, c, t, d):
        """div, mod, rem, floor, ceil, integer."""
        r = self.r
        if t[0] == "I" and r.random() < 0.4:
            q = self.ex(c.full(), ("R", ()), d - 1)
            return call("integer", [q], t)
        if t[0] == "R" and r.random() < 0.4:
            return call(r.choice(["floor", "ceil"]), [self.ex(c.full(), t, d - 1)], t)
        a = self.ex(c, t, d - 1)
        b = lit(r.choice([2, 3, -3, 5]) if t[0] == "I" else r.choice([2.5, -3.0, 0.75]), t)
        if r.random() < 0.2:
            b = Ex("+", [lit(1 if t[0] == "I" else 1.0, t), call("abs", [self.ex(c, t, d - 2)], t)], t)
        return call(r.choice(["div", "mod", "rem"]), [a, b], t)

    def s_scalar(self, c, t, d):
        return call("scalar", [self.ex(c, (t[0], (1,) * self.r.randint(1, 2)), d - 1)], t)

    def s_enumint(self, c, t, d):
        if not self.enums:
            raise Skip
        return call("Integer", [self.ex(c, (self.r.choice(self.enums), ()), d - 1)], t)

    def s_pre(self, c, t, d):
        if c.when is None or c.when.t != t:
            raise Skip
        return call("pre", [var(c.when.name, t)], t)

    def b_relation(self, c, t, d):
        r = self.r
        k = r.random()
        full = c.full()
        if k < 0.15 and c.cont == CONT and c.fn is None and self.events:
            return Ex(r.choice(["<", ">", "<=", ">="]), [Ex("time", [], ("R", ())),
                                                      lit(r.choice([0.15, 0.21, 0.4, 0.52, 0.77, 0.9, 2.0]), ("R", ()))], t)
        if k < 0.5:
            return Ex(r.choice(["<", ">", "<=", ">="]), [self.ex(full, ("R", ()), d - 1), self.ex(full, ("R", ()), d - 1)], t)
        if k < 0.75:
            b = "I"
        elif k < 0.85 and self.enums:
            b = r.choice(self.enums)
        elif k < 0.93 and self.strings:
            b = "S"
        else:
            b = "B"
        return Ex(r.choice(["==", "<>", "<", ">", "<=", ">="]), [self.ex(c, (b, ()), d - 1), self.ex(c, (b, ()), d - 1)], t)

    def b_logic(self, c, t, d):
        return Ex(self.r.choice(["and", "or"]), [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)

    def b_not(self, c, t, d):
        return Ex("not", [self.ex(c, t, d - 1)], t)

    def t_plus(self, c, t, d):
        return Ex("+", [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)

    def t_string(self, c, t, d):
        r = self.r
        b = r.choice(["I", "B", "R"] + self.enums)
        a = self.ex(c.limited(DISC) if c.fn is None else c, (b, ()), d - 1)
        args, names = [a], [""]
        if b == "R" and r.random() < 0.4:
            args.append(lit(r.choice(["7.3f", ".2e", "g", "-10.4g", "+.1f"]), t))
            names.append("format")
            return Ex("named", args, t, ("String", names))
        if b == "R" and r.random() < 0.3:
            args.append(integer(r.choice([1, 3, 10])))
            names.append("significantDigits")
        if r.random() < 0.4:
            args.append(integer(r.choice([0, 1, 8])))
            names.append("minimumLength")
        if r.random() < 0.3:
            args.append(lit(r.random() < 0.5, ("B", ())))
            names.append("leftJustified")
        return Ex("named", args, t, ("String", names))

    def t_minmax(self, c, t, d):
        """max({"a", "b"}): perhaps not in the language."""
        if not self.odd:
            raise Skip
        self.doubtful = True
        return call(self.r.choice(["min", "max"]), [self.ex(c, (t[0], (2,)), 1)], t)

    # records

    def construct(self, c, t, d):
        r = self.r
        rec = t[0]
        args, names = [], []
        named = False
        for f in rec.given():
            if f.args and r.random() < 0.5:
                named = True
                continue
            args.append(self.ex(c, f.t, d - 1))
            names.append(f.name if named or r.random() < 0.15 else "")
            named = named or names[-1] != ""
        return Ex("rec", args, t, (rec, names))

    # arrays

    def array(self, c, t, d):
        b, dims = t
        if isinstance(b, Rec):
            f = self.choice_of(c, self.ARRAY_RECORD)
        elif b in ("R", "I"):
            f = self.choice_of(c, self.ARRAY_NUMBER)
        else:
            f = self.choice_of(c, self.ARRAY_OTHER)
        return f(self, c, t, d)

    def a_construct(self, c, t, d):
        b, dims = t
        if not isinstance(dims[0], (int, Enum)) or dims[0] == 0:
            raise Skip
        n = dims[0] if isinstance(dims[0], int) else len(dims[0].lits)
        return Ex("array", [self.ex(c, (b, dims[1:]), d - 1) for _ in range(n)], t)

    def a_for(self, c, t, d):
        b, dims = t
        k = self.r.choice([1, 1, 2]) if len(dims) > 1 else 1
        names, ranges, inner = [], [], c
        for dim in reversed(dims[:k]):
            n = apart(c, self.r.choice(["i", "j", "k", "t0", "x", "e"]) + self.r.choice(["", "1", "2"]))
            if n in names:
                raise Skip
            if isinstance(dim, Enum):
                rng, it, level = Ex("enumtype", [], (dim, (dim,)), dim), (dim, ()), CONST
            elif isinstance(dim, int) and self.chance(0.2):
                rng, it, level = Ex("range", [integer(dim), integer(-1), integer(1)], ("I", (dim,))), ("I", ()), CONST
            else:
                rng, it = Ex("range", [integer(1), dim_ex(dim)], ("I", (dim,))), ("I", ())
                level = -dim if isinstance(dim, int) and dim else CONST
            names.append(n)
            ranges.append(rng)
            inner = inner.plus(var(n, it), it, level)
        return Ex("for", [self.ex(inner, (b, dims[k:]), d - 1)] + ranges, t, ("{", names))

    def a_elementwise(self, c, t, d):
        op = self.r.choice(["+", "-", ".+", ".-", ".*"])
        return Ex(op, [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)

    def a_scaled(self, c, t, d):
        s, a = self.ex(c, (t[0], ()), d - 1), self.ex(c, t, d - 1)
        op = self.r.choice(["*", ".*", ".+", ".-"])
        return Ex(op, [s, a] if self.chance(0.5) else [a, s], t)

    def a_divided(self, c, t, d):
        if t[0] != "R":
            raise Skip
        q = lit(self.r.choice([2.0, -4.0]), ("R", ()))
        return Ex(self.r.choice(["/", "./"]), [self.ex(c, t, d - 1), q], t)

    def a_func(self, c, t, d):
        if t[0] != "R":
            raise Skip
        return call(self.r.choice(FUNC1), [self.ex(c, t, d - 1)], t)

    def a_lifted(self, c, t, d):
        """A function of scalars called with arrays."""
        fits = [f for f in c.fns if f.outs[0].t == (t[0], ()) and f.ins and f is not c.fn and
                all(not v.t[1] and isinstance(v.t[0], str) and v.t[0] in "RI" for v in f.ins) and not f.ins[0].args]
        if not fits or not all(isinstance(x, int) for x in t[1]):
            raise Skip
        f = self.r.choice(fits)
        args = [self.ex(c, (f.ins[0].t[0], t[1]), d - 1)]
        for v in f.ins[1:]:
            args.append(self.ex(c, (v.t[0], t[1] if self.chance(0.5) else ()), d - 1))
        return Ex("fn", args, t, (f, [""] * len(args)))

    def a_if(self, c, t, d):
        return self.s_if(c, t, d)

    def a_cat(self, c, t, d):
        b, dims = t
        k = self.r.randrange(len(dims))
        if not all(isinstance(x, int) for x in dims):
            raise Skip
        cut = self.r.randint(0, dims[k])
        if (cut == 0 or cut == dims[k]) and not self.zero:
            raise Skip
        parts = [cut, dims[k] - cut]
        args = [self.ex(c, (b, dims[:k] + (n,) + dims[k + 1:]), d - 1) for n in parts]
        if len(dims) == 2 and b in ("R", "I") and self.chance(0.6):
            return Ex("matrix", args, t, [(0, 1), (1, 2)] if k == 0 else [(0, 2)])
        return call("cat", [integer(k + 1)] + args, t)

    def a_matrix(self, c, t, d):
        """[a, b; c, d] of scalars and vectors."""
        b, dims = t
        if len(dims) != 2 or not all(isinstance(x, int) and x > 0 for x in dims) or dims[0] * dims[1] > 9:
            raise Skip
        n, m = dims
        if m == 1 and self.chance(0.3):
            return Ex("matrix", [self.ex(c, (b, (n,)), d - 1)], t, [(0, 1)])
        args = [self.ex(c, (b, ()), d - 1) for _ in range(n * m)]
        return Ex("matrix", args, t, [(i * m, (i + 1) * m) for i in range(n)])

    def a_matmul(self, c, t, d):
        b, dims = t
        k = self.some_dim()
        if len(dims) == 2:
            pair = ((dims[0], k), (k, dims[1]))
        elif len(dims) == 1:
            pair = ((dims[0], k), (k,)) if self.chance(0.5) else ((k,), (k, dims[0]))
        else:
            raise Skip
        return Ex("*", [self.ex(c, (b, pair[0]), d - 1), self.ex(c, (b, pair[1]), d - 1)], t)

    def a_square(self, c, t, d):
        b, dims = t
        r = self.r
        if len(dims) != 2 or dims[0] != dims[1] or not isinstance(dims[0], int):
            raise Skip
        n = dims[0]
        k = r.random()
        if k < 0.25:
            return call("identity", [integer(n)], t)
        if k < 0.5:
            return call("diagonal", [self.ex(c, (b, (n,)), d - 1)], t)
        if k < 0.65:
            return call("symmetric", [self.ex(c, t, d - 1)], t)
        if k < 0.8 and n == 3:
            return call("skew", [self.ex(c, (b, (3,)), d - 1)], t)
        if b != "R":
            raise Skip
        return Ex("^", [self.ex(c, t, d - 1), integer(r.choice([0, 1, 2, 3]))], t)

    def a_turn(self, c, t, d):
        b, dims = t
        if len(dims) != 2:
            raise Skip
        if self.chance(0.3):
            return call("outerProduct", [self.ex(c, (b, (dims[0],)), d - 1), self.ex(c, (b, (dims[1],)), d - 1)], t)
        return call("transpose", [self.ex(c, (b, (dims[1], dims[0])), d - 1)], t)

    def a_vector(self, c, t, d):
        b, dims = t
        r = self.r
        if len(dims) == 2 and dims[1] == 1 and r.random() < 0.5:
            return call("matrix", [self.ex(c, (b, (dims[0],)), d - 1)], t)
        if len(dims) != 1:
            raise Skip
        n = dims[0]
        k = r.random()
        if n == 3 and k < 0.3:
            return call("cross", [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)
        if not isinstance(n, int):
            raise Skip
        if b == "R" and n >= 2 and k < 0.5:
            return call("linspace", [self.ex(c, ("R", ()), d - 1), self.ex(c, ("R", ()), d - 1), integer(n)], t)
        if k < 0.7:
            return call("vector", [self.ex(c, (b, r.choice([(n, 1), (1, n), (1, n, 1)]) if n != 1 else (1, 1)), d - 1)], t)
        start, step = r.randint(-2, 3), r.choice([1, 1, -1, 2, -3])
        stop = start + step * (n - 1)
        a = [integer(start), integer(stop)] if step == 1 else [integer(start), integer(step), integer(stop)]
        return Ex("range", a, t)

    def a_sizes(self, c, t, d):
        if len(t[1]) != 1 or not isinstance(t[1][0], int) or not 0 < t[1][0] < 4:
            raise Skip
        vt = (self.r.choice("RIB"), tuple(self.some_dim() for _ in range(t[1][0])))
        return call("size", [self.ex(c, vt, d - 1)], t)

    def a_slice(self, c, t, d):
        """A part of a variable: ranges, vectors of subscripts, colons."""
        b, dims = t
        found = []
        for e, vt, level in c.var:
            if e.op == "field" and e.args[0].t[1]:
                continue
            if level <= c.level and (vt[0] == b or vt[0] == "I" and b == "R") and len(vt[1]) >= len(dims) and \
                    all(isinstance(x, int) for x in vt[1]) and all(isinstance(x, int) for x in dims):
                found.append((e, vt))
        if not found:
            raise Skip
        e, vt = self.r.choice(found)
        keep = sorted(self.r.sample(range(len(vt[1])), len(dims)))
        subs, j = [], 0
        for k, n in enumerate(vt[1]):
            if k in keep:
                subs.append(self.part(n, dims[j]))
                j += 1
            else:
                subs.append(self.subscript(c, n))
        return Ex("index", [e] + subs, (b, dims))

    def part(self, n, want):
        r = self.r
        if want > 0 and n == 0:
            raise Skip
        if want == n and r.random() < 0.5:
            return Ex("colon", [], ("I", ()))
        if want == 0:
            return Ex("range", [integer(1), integer(0)], ("I", (0,))) if r.random() < 0.6 else \
                Ex("range", [integer(2), integer(-1), integer(3)], ("I", (0,)))
        if want <= n and r.random() < 0.6:
            a = r.randint(1, n - want + 1)
            if want == n - a + 1 and r.random() < 0.5:
                return Ex("range", [integer(a), Ex("end", [], ("I", ()))], ("I", (want,)))
            if r.random() < 0.3:
                return Ex("range", [integer(a + want - 1), integer(-1), integer(a)], ("I", (want,)))
            return Ex("range", [integer(a), integer(a + want - 1)], ("I", (want,)))
        return Ex("array", [integer(r.randint(1, n)) for _ in range(want)], ("I", (want,)))

    def a_noevent(self, c, t, d):
        return self.s_event(c, t, d)

    def a_logic(self, c, t, d):
        if t[0] != "B":
            raise Skip
        if self.chance(0.4):
            return Ex("not", [self.ex(c, t, d - 1)], t)
        return Ex(self.r.choice(["and", "or"]), [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)

    def a_neg(self, c, t, d):
        return Ex("neg", [self.ex(c, t, d - 1)], t)

    def a_strings(self, c, t, d):
        if t[0] != "S":
            raise Skip
        return Ex("+", [self.ex(c, t, d - 1), self.ex(c, t, d - 1)], t)

    REAL = [(3, s_leaf), (3, var_or_skip), (4, s_arith), (1, s_div), (1, s_neg), (1, s_pow), (2.5, s_if), (2, s_func1),
            (1, s_minmax), (2.5, s_reduce), (1.5, s_for), (1, s_dot), (3, s_fn), (1.5, s_event), (1, s_whole), (0.4, s_scalar),
            (0.5, s_pre), (0.5, s_size), (0.3, s_enumint)]
    INTEGER = [(3, s_leaf), (3, var_or_skip), (3, s_arith), (0.7, s_neg), (2.5, s_if), (1, s_minmax), (2, s_reduce),
               (1.5, s_for), (0.7, s_dot), (2.5, s_fn), (2.5, s_whole), (1, s_size), (1, s_enumint), (0.3, s_scalar),
               (1, s_pre)]
    BOOLEAN = [(1, s_leaf), (2, var_or_skip), (5, b_relation), (2, b_logic), (1, b_not), (1, s_if), (1, s_fn), (0.2, s_scalar),
               (0.6, s_pre)]
    STRING = [(2, s_leaf), (2, var_or_skip), (3, t_plus), (3, t_string), (1.5, s_if), (1.5, s_fn), (0.5, t_minmax)]
    ENUM = [(2, s_leaf), (2, var_or_skip), (2, s_if), (1, s_minmax), (1, s_fn), (0.3, s_scalar), (0.4, s_pre)]
    RECORD = [(4, construct), (3, var_or_skip), (2.5, s_if), (3, s_fn)]
    ARRAY_NUMBER = [(1, s_leaf), (3, var_or_skip), (3, a_construct), (2.5, a_for), (2.5, a_elementwise), (1.5, a_scaled),
                    (0.7, a_divided), (1.2, a_func), (1, a_lifted), (2, a_if), (1.5, a_cat), (1, a_matrix), (1.5, a_matmul),
                    (1, a_square), (1, a_turn), (1.2, a_vector), (0.4, a_sizes), (2.5, a_slice), (1, a_noevent), (0.7, a_neg),
                    (2.5, s_fn)]
    ARRAY_OTHER = [(1, s_leaf), (3, var_or_skip), (3, a_construct), (2.5, a_for), (1.5, a_if), (1, a_cat), (2, a_slice),
                   (1, a_logic), (1, a_strings), (1, s_fn)]
    ARRAY_RECORD = [(1, s_leaf), (2, var_or_skip), (3, a_construct), (2, a_for), (1.5, a_if), (1, s_fn), (0.7, a_cat)]

    # ---- classes ----

    def enum(self):
        e = Enum("E%d" % len(self.enums), self.r.sample(["a", "b", "c", "red", "off", "'x y'", "one"], self.r.randint(1, 4)))
        self.enums.append(e)
        return e

    def rec(self):
        r = self.r
        fields, used = [], set()
        for i in range(r.choice([1, 2, 2, 3, 3, 4])):
            n = r.choice(["x", "v", "k", "s", "b", "t0", "int_", "m", "'f g'", "y"])
            if n in used:
                continue
            used.add(n)
            if self.recs and r.random() < 0.25:
                t = (r.choice(self.recs), (self.some_dim(),) if r.random() < 0.3 else ())
            else:
                t = (self.some_base(), self.some_dims(2))
            fields.append(Field(n, t))
            if r.random() < 0.2:
                fields[-1].args = [self.ex(Ctx(CONST), t, 1)]
                if r.random() < 0.25 and not isinstance(t[0], Rec):
                    fields[-1].prefix = r.choice(["constant ", "parameter ", "final parameter "])
        rec = Rec("R%d" % len(self.recs), fields)
        if not rec.given():
            fields.append(Field("w", ("R", ())))
        self.recs.append(rec)
        return rec

    def function(self):
        r = self.r
        f = Fn(("f%d" if r.random() < 0.9 else "'f %d'") % len(self.fns), [], [], [], [])
        names = ["x", "u", "v", "n", "t0", "y", "r", "a", "b", "i1", "s", "main", "k", "int_", "o", "l", "tmp", "w"]
        r.shuffle(names)
        c = Ctx(CONT)
        c.fn = f
        c.fns = list(self.fns)
        for _ in range(r.choice([0, 1, 1, 2, 2, 3])):
            t = self.some_type()
            name = names.pop()
            if t[1] and r.random() < 0.5 and all(isinstance(x, int) for x in t[1]):
                t = (t[0], tuple("size(%s, %d)" % (name, k + 1) if r.random() < 0.7 else x for k, x in enumerate(t[1])))
                c.dims += tuple(x for x in t[1] if isinstance(x, str))
            v = Local(name, t)
            if r.random() < 0.2 and not any(isinstance(x, str) for x in t[1]):
                v.args = [self.ex(Ctx(CONST), t, 1)]
            f.ins.append(v)
            c.var.append((var(name, t), t, CONT))
        for _ in range(r.choice([1, 1, 1, 2, 3])):
            t = self.fn_type(c)
            f.outs.append(Local(names.pop(), t))
        for _ in range(r.choice([0, 0, 1, 2])):
            t = self.fn_type(c)
            v = Local(names.pop(), t)
            if r.random() < 0.6:
                v.args = [self.ex(c, t, 1)]
                c.var.append((var(v.name, t), t, CONT))
            f.local.append(v)
        # everything gets a value first, by a statement or a loop
        todo = [v for v in f.outs + f.local if not v.args]
        r.shuffle(todo)
        for v in todo:
            self.first_value(c, f.body, v)
            c.var.append((var(v.name, v.t), v.t, CONT))
        targets = f.outs + f.local
        for _ in range(r.choice([0, 1, 2, 3])):
            f.body.append(self.statement(c, targets, 2, False))
        if r.random() < 0.1:
            f.note = r.choice(["Inline = true", "Inline = false", "LateInline = true", "smoothOrder = 2"])
        if self.odd and r.random() < 0.15:
            self.doubtful = True
            if r.random() < 0.5:
                f.body.insert(r.randint(0, len(f.body)), St("break", []))
            else:
                f.odd = "input Real odd;"
        self.fns.append(f)
        return f

    def fn_type(self, c):
        t = self.some_type()
        if c.dims and t[1] and self.chance(0.5) and all(isinstance(x, int) for x in t[1]):
            t = (t[0], (self.r.choice(c.dims),) + t[1][1:2])
        return t

    def first_value(self, c, body, v):
        r = self.r
        b, dims = v.t
        k = r.random()
        name = var(v.name, v.t)
        if dims and k < 0.3 and len(dims) <= 2 and not any(isinstance(x, Enum) for x in dims):
            it = [i for i in ("i", "j", "k") if i != v.name][:len(dims)]
            inner = c
            for i, d in zip(it, dims):
                inner = inner.plus(var(i, ("I", ())), ("I", ()), -d if isinstance(d, int) and d else CONST)
            target = Ex("index", [name] + [var(i, ("I", ())) for i in it], (b, ()))
            stmt = St(":=", [target, self.ex(inner, (b, ()), 2)])
            for i, d in reversed(list(zip(it, dims))):
                stmt = St("for", [Ex("range", [integer(1), dim_ex(d)], ("I", (d,)))], [[stmt]], [i])
            body.append(stmt)
            return
        if isinstance(b, Rec) and not dims and k < 0.3 and not any(f.prefix for f in b.fields):
            for f in b.fields:
                body.append(St(":=", [Ex("field", [name], f.t, f.name), self.ex(c, f.t, 2)]))
            return
        fits = [f for f in c.fns if f.outs[0].t == v.t and len(f.outs) > 1]
        if fits and k < 0.5:
            f = r.choice(fits)
            body.append(St("tuple", [self.calling(c, f, v.t, 2)], (), [name] + [None] * (len(f.outs) - 1)))
            return
        body.append(St(":=", [name, self.ex(c, v.t, 3)]))

    def statement(self, c, targets, d, loop):
        r = self.r
        k = r.random()
        if d <= 0 or k < 0.4:
            return self.assignment(c, targets)
        if k < 0.6:
            n = r.choice([1, 1, 2])
            conds = [self.condition(c, 2) for _ in range(n)]
            blocks = [[self.statement(c, targets, d - 1, loop) for _ in range(r.choice([1, 1, 2]))]
                      for _ in range(n + (r.random() < 0.6))]
            if loop and r.random() < 0.4:
                blocks[0].append(St("break", []))
            elif c.fn is not None and r.random() < 0.15:
                blocks[0].append(St("return", []))
            return St("if", conds, blocks)
        if k < 0.85:
            name, rng, t, size = self.iterator(c)
            if any(root_of(e) == name for e, _, _ in c.var) or any(v.name == name for v in targets):
                name = "it%d" % d
            inner = c.plus(var(name, t), t, -size if size else CONST)
            return St("for", [rng], [[self.statement(inner, targets, d - 1, True) for _ in range(r.choice([1, 1, 2]))]], [name])
        if c.fn is None:
            return self.assignment(c, targets)
        n = "w%d" % len(c.fn.local)
        c.fn.local.append(Local(n, ("I", ()), [integer(0)]))
        w = var(n, ("I", ()))
        cond = Ex("<", [w, integer(r.randint(0, 4))], ("B", ()))
        if r.random() < 0.3:
            cond = Ex("and", [cond, self.condition(c, 2)], ("B", ()))
        body = [St(":=", [w, Ex("+", [w, integer(1)], ("I", ()))])]
        body += [self.statement(c, targets, d - 1, True) for _ in range(r.choice([1, 1, 2]))]
        return St("while", [cond], [body])

    def assignment(self, c, targets):
        r = self.r
        v = r.choice(targets)
        e, t = var(v.name, v.t), v.t
        for _ in range(3):
            if t[1] and r.random() < 0.6 and all(isinstance(x, (int, Enum)) and x != 0 for x in t[1]):
                if isinstance(t[0], Rec) or r.random() < 0.7:
                    e = Ex("index", [e] + [self.subscript(c, x) for x in t[1]], (t[0], ()))
                    t = (t[0], ())
                elif len(t[1]) <= 2 and all(isinstance(x, int) for x in t[1]):
                    want = r.randint(1, t[1][0])
                    a = r.randint(1, t[1][0] - want + 1)
                    rng = Ex("range", [integer(a), integer(a + want - 1)], ("I", (want,)))
                    e = Ex("index", [e, rng] + [Ex("colon", [], ("I", ())) for _ in t[1][1:]], (t[0], (want,) + t[1][1:]))
                    t = e.t
                    break
            elif isinstance(t[0], Rec) and not t[1] and r.random() < 0.6:
                fs = [f for f in t[0].fields if not f.prefix]
                if not fs:
                    break
                f = r.choice(fs)
                e = Ex("field", [e], f.t, f.name)
                t = f.t
        return St(":=", [e, self.ex(c, t, 2)])
