"""interp.py - what the specification says a model's values are: the oracle.

Every variable is a function of time: it is determined by a binding, an equation solved for it, statements, a slope
that is constant between known events, or a when-clause whose events are known. `NOISE` disturbs every rounding;
values that change with it are too sensitive to be compared.
"""
import math, random

from tree import Enum, Rec

NOISE = 0.0
PIECES = None  # a list: the pieces that were met
BIG = 1e7
MANY = 3e4  # events


class Wrong(Exception):
    """The expression has no value, or one that is out of bounds for tests."""


class Break(Exception):
    pass


class Return(Exception):
    pass


class Arr:
    __slots__ = ("shape", "data")

    def __init__(self, shape, data):
        self.shape, self.data = tuple(shape), data

    def row(self, i):
        rest = self.shape[1:]
        if not rest:
            return self.data[i]
        n = 1
        for d in rest:
            n *= d
        return Arr(rest, self.data[i * n:(i + 1) * n])

    def rows(self):
        return [self.row(i) for i in range(self.shape[0])]

    def __repr__(self):
        return "Arr%r%r" % (self.shape, self.data)

    def __eq__(self, other):
        return isinstance(other, Arr) and self.shape == other.shape and self.data == other.data


def count(shape):
    n = 1
    for d in shape:
        n *= d
    return n


def stack(rows, rest):
    """An array of rows; `rest` is their shape, needed if there are none."""
    if rows and isinstance(rows[0], Arr):
        rest = rows[0].shape
        return Arr((len(rows),) + rest, [x for r in rows for x in r.data])
    return Arr((len(rows),) + tuple(rest), list(rows))


def fuzzy(x):
    if NOISE and isinstance(x, float):
        return x + NOISE * (random.random() - 0.5) * (abs(x) + 0.1)
    return x


def real(x):
    if isinstance(x, float):
        if x != x or abs(x) > BIG:
            raise Wrong("size")
        return fuzzy(x)
    if isinstance(x, int) and abs(x) > BIG:
        raise Wrong("size")
    return x


def lift(f, *args):
    shape = None
    for a in args:
        if isinstance(a, Arr):
            if shape is not None and a.shape != shape:
                raise Wrong("shape")
            shape = a.shape
    if shape is None:
        return f(*args)
    n = count(shape)
    cols = [a.data if isinstance(a, Arr) else [a] * n for a in args]
    return Arr(shape, [f(*x) for x in zip(*cols)] if n else [])


# ---- Environments ----

class Frame:
    """Variables of a function, or iterators in front of another environment."""

    def __init__(self, outer, var, time=None):
        self.outer, self.var, self.time = outer, var, time
        self.dims = {}
        self.end = []
        self.steps = 0

    def get(self, name):
        if name in self.var:
            return self.var[name]
        if self.outer is None:
            raise Wrong("name " + name)
        return self.outer.get(name)

    def dim(self, d):
        if isinstance(d, int):
            return d
        if isinstance(d, Enum):
            return len(d.lits)
        f = self
        while f is not None:
            if isinstance(f, Frame) and d in f.dims:
                return f.dims[d]
            f = f.outer if isinstance(f, Frame) else None
        raise Wrong("dim " + d)

    def at(self, t):
        if self.outer is None:
            return self
        return Frame(self.outer.at(t), self.var, t)

    @property
    def now(self):
        return self.time if self.time is not None else self.outer.now


class Inst:
    """An instance of a class at a time: values are made when they are asked for."""

    def __init__(self, cls, mods, scope, t, root=None, path=()):
        self.cls, self.mods, self.scope, self.now = cls, mods, scope, t
        self.cache = {}
        self.root, self.path = root or self, path
        self.times = {} if root is None else None
        self.depth = 0

    def at(self, t):
        if t == self.now:
            return self
        times = self.root.times
        key = t
        r = times.get(key)
        if r is None:
            r = Inst(self.root.cls, self.root.mods, self.root.scope, t)
            r.times = times
            times[key] = r
        for step in self.path:
            r = r.get(step[0])
            if len(step) > 1:
                r = r.data[step[1]]
        return r

    def dim(self, d):
        return len(d.lits) if isinstance(d, Enum) else d

    def get(self, name):
        if name in self.cache:
            v = self.cache[name]
            if v is PENDING:
                raise Wrong("cycle")
            return v
        self.cache[name] = PENDING
        v = self.find(name)
        self.cache[name] = v
        return v

    def find(self, name):
        m = self.mods.get(name)
        u, frame_mods = self.unit(name)
        if u is None:
            raise Wrong("name " + name)
        return value_of(u, name, self, m)

    def unit(self, name):
        return find_unit(self.cls, name), None


PENDING = object()


def find_unit(cls, name):
    for u in cls.units:
        if u.name == name or any(n == name for n, _ in u.more):
            return u
    for base, _ in cls.extends:
        u = find_unit(base, name)
        if u is not None:
            return u
    return None


def as_type(v, t):
    if t[0] == "R":
        if isinstance(v, Arr):
            return Arr(v.shape, [float(x) for x in v.data])
        return float(v)
    return v


def value_of(u, name, env, mod=None):
    k = u.kind
    if mod is not None and k != "inst":
        return as_type(mod, u.t)
    if k in ("bound", "eq"):
        return as_type(ev(u.args[0], env), u.t)
    if k == "foreq":
        out = []
        shape = [env.dim(d) for d in u.t[1]]
        for idx in indices(shape):
            out.append(ev(u.args[0], Frame(env, dict(zip(u.x, idx)))))
        return as_type(Arr(shape, out), u.t)
    if k == "parts":
        a, b = ev(u.args[0], env), ev(u.args[1], env)
        return as_type(Arr(u.t[1], a.data + (b.data if isinstance(b, Arr) else [b])), u.t)
    if k == "ifeq":
        return as_type(ev(u.args[1] if ev(u.args[0], env) else u.args[2], env), u.t)
    if k == "fields":
        return {f.name: as_type(ev(a, env), f.t) for f, a in zip(u.t[0].fields, u.args)}
    if k == "initial":
        return as_type(ev(u.args[0], env.at(0.0)), u.t)
    if k == "tuple":
        out = call_fn(u.args[0], env, True)
        names = [u.name] + [n for n, _ in u.more]
        types = [u.t] + [t for _, t in u.more]
        for n, v, t in zip(names, out, types):
            if n != name:
                env.cache[n] = as_type(v, t)
        return as_type(out[names.index(name)], types[names.index(name)])
    if k == "alg":
        var = {}
        for n, t in [(u.name, u.t)] + u.more:
            var[n] = start_value(t, env)
        f = Frame(env, var)
        run_body(u.body, f)
        for n, t in u.more + [(u.name, u.t)]:
            if n != name:
                env.cache[n] = as_type(var[n], t)
        return as_type(var[name], dict(u.more + [(u.name, u.t)])[name])
    if k == "state":
        return state_value(u, env)
    if k == "when":
        return when_value(u, env)
    if k == "inst":
        return inst_value(u, env, mod)
    if k == "raw":
        return fuzzy(u.x[4][name](env))
    raise Wrong("kind " + k)


def inst_value(u, env, given):
    shape = [env.dim(d) for d in u.t[1]]
    if not shape:
        mods = dict((n, ev(a, env)) for (n, each, sub), a in zip(u.x, u.args))
        if given is not None:
            mods.update(given)
        return make_inst(u.t[0], mods, env, (u.name,))
    given = [(n, each, ev(a, env)) for (n, each, sub), a in zip(u.x, u.args)]
    out = []
    for place, idx in enumerate(indices(shape)):
        mods = {}
        for n, each, v in given:
            for i in idx if not each else ():
                v = v.row(i - 1)
            mods[n] = v
        out.append(make_inst(u.t[0], mods, env, (u.name, place)))
    return Arr(shape, out)


def make_inst(cls, mods, env, step):
    def gather(c):
        for base, bm in c.extends:
            gather(base)
            for n, e, each, sub in bm:
                if e is not None and not isinstance(e, str):
                    inherited[n] = ev(e, inst)
    inherited = {}
    inst = Inst(cls, {}, env, env.now, env.root, env.path + (step,))
    gather(cls)
    inherited.update(mods)
    inst.mods = inherited
    return inst


def start_value(t, env):
    shape = [env.dim(d) for d in t[1]]
    b = t[0]
    if isinstance(b, Rec):
        def make():
            return {f.name: (ev(f.args[0], env) if f.args and f.prefix else start_value(f.t, env)) for f in b.fields}
    else:
        def make():
            return {"R": 0.0, "I": 0, "B": False, "S": ""}.get(b, 1) if isinstance(b, str) else 1
    return Arr(shape, [make() for _ in range(count(shape))]) if shape else make()


EPS = 1e-12
JUST = 1e-14  # after an instant, in its `when`: functions of time times thousands show 1e-12


def event_times(cond, env):
    """Times at which a condition of a when-clause becomes true, up to now."""
    if cond.op == "call" and cond.x == "sample":
        t0, dt = ev(cond.args[0], env), ev(cond.args[1], env)
        out, i = [], 0
        while t0 + i * dt <= env.now + EPS:
            out.append(t0 + i * dt)
            i += 1
        return out
    if cond.op in (">", ">="):
        t0 = ev(cond.args[1], env)
        return [t0] if t0 <= env.now + EPS and t0 > 0 else []
    if cond.op == "call" and cond.x == "initial":
        return [0.0]
    if cond.op == "array":
        return sorted(set(t for a in cond.args for t in event_times(a, env)))
    raise Wrong("when")


def pieces_at(e, env, t, known):
    global PIECES
    PIECES = []
    try:
        ev(e, Frame(env.at(t), known))
        return PIECES
    finally:
        PIECES = None


def when_value(u, env):
    v = as_type(ev(u.args[0], env), u.t)
    events = []
    for i in range(1, len(u.args), 2):
        for t in event_times(u.args[i], env):
            events.append((round(t, 9), i))  # instants that differ by rounding are one: the first branch holds
    events.sort()
    last = -1
    for t, i in events:
        if t == last:
            continue
        last = t
        at, known = max(t, 0.0), {"pre " + u.name: v}
        if PIECES is None and pieces_at(u.args[i + 1], env, at, known) != pieces_at(u.args[i + 1], env, at + JUST, known):
            raise Wrong("tie")  # floor or one of its kin jumps just there
        v = as_type(ev(u.args[i + 1], Frame(env.at(at + JUST), known)), u.t)
    return v


def state_value(u, env):
    t = env.now
    x = as_type(ev(u.args[0], env.at(0.0)), u.t)
    slope = ev(u.args[1], env)
    if len(u.args) > 2:
        for te in event_times(u.args[2], env):
            f = Frame(env.at(te), {"pre " + u.name: lift(lambda a, b: a + b * te, x, slope)})
            v = as_type(ev(u.args[3], f), u.t)
            return lift(lambda a, b: fuzzy(a + b * (t - te)), v, slope)
    return lift(lambda a, b: fuzzy(a + b * t), x, slope)  # integrated: not exact where a relation is just equal


def indices(shape):
    if not shape:
        yield ()
        return
    for i in range(1, shape[0] + 1):
        for rest in indices(shape[1:]):
            yield (i,) + rest


# ---- Expressions ----

def ev(e, env):
    f = EV.get(e.op)
    if f is None:
        raise Wrong("op " + e.op)
    return f(e, env)


def ev_lit(e, env):
    return fuzzy(e.x) if NOISE else e.x


def ev_var(e, env):
    return env.get(e.x)


def arith(f):
    def run(e, env):
        return lift(lambda a, b: real(f(a, b)), ev(e.args[0], env), ev(e.args[1], env))
    return run


def quotient(a, b):
    if abs(b) < 1e-6:
        raise Wrong("zero")
    return a / b


def ev_mul(e, env):
    a, b = ev(e.args[0], env), ev(e.args[1], env)
    if isinstance(a, Arr) and isinstance(b, Arr):
        return matmul(a, b, e.t)
    return lift(lambda x, y: real(x * y), a, b)


def dot(p, q):
    s = 0
    for x, y in zip(p, q):
        s = s + x * y
    return real(s)


def matmul(a, b, t):
    if len(a.shape) == 1 and len(b.shape) == 1:
        return dot(a.data, b.data)
    ra = a.rows() if len(a.shape) == 2 else [a]
    if len(b.shape) == 2:
        n, m = b.shape
        cols = [b.data[j::m] if m else [] for j in range(m)]
    else:
        cols = [b.data]
    out = [dot(r.data, c) for r in ra for c in cols]
    shape = (() if len(a.shape) == 1 else (a.shape[0],)) + (() if len(b.shape) == 1 else (b.shape[1],))
    return Arr(shape, out)


def power(a, b):
    try:
        if isinstance(b, int):
            v = float(a) ** b
        else:
            if a < 0 or (a == 0 and b <= 0):
                raise Wrong("power")
            v = float(a) ** float(b)
    except (OverflowError, ZeroDivisionError):
        raise Wrong("power")
    return real(v)


def ev_pow(e, env):
    a, b = ev(e.args[0], env), ev(e.args[1], env)
    if isinstance(a, Arr):
        n = a.shape[0]
        r = Arr((n, n), [1.0 if i == j else 0.0 for i in range(n) for j in range(n)])
        for _ in range(int(b)):
            r = matmul(r, a, e.t)
        return r
    return power(a, b)


def compare(f):
    def run(e, env):
        a, b = ev(e.args[0], env), ev(e.args[1], env)
        if isinstance(a, str):
            a, b = a.encode(), b.encode()
        return bool(f(a, b))
    return run


def ev_and(e, env):
    a, b = ev(e.args[0], env), ev(e.args[1], env)
    return lift(lambda x, y: x and y, a, b)


def ev_or(e, env):
    a, b = ev(e.args[0], env), ev(e.args[1], env)
    return lift(lambda x, y: x or y, a, b)


def ev_if(e, env):
    a = e.args
    i = 0
    while i + 1 < len(a):
        if ev(a[i], env):
            return ev(a[i + 1], env)
        i += 2
    return ev(a[i], env)


def ev_array(e, env):
    return stack([ev(a, env) for a in e.args], ())


def ev_range(e, env):
    a = [ev(x, env) for x in e.args]
    start, stop, step = (a[0], a[1], 1) if len(a) == 2 else (a[0], a[2], a[1])
    if step == 0:
        raise Wrong("step")
    if all(isinstance(x, int) for x in (start, stop, step)):
        n = max(0, (stop - start) // step + 1)
        out = [start + i * step for i in range(n)]
    else:
        n = max(0, int(math.floor((stop - start) / step + 1e-10)) + 1)
        out = [start + i * step for i in range(n)]
    if n > 10000:
        raise Wrong("size")
    return Arr((n,), out)


def ev_for(e, env):
    word, names = e.x

    def rows(k):  # the last iterator is the outermost
        if k < 0:
            return ev(e.args[0], f)
        out = []
        r = ev(e.args[k + 1], f)
        for v in r.data:
            f.var[names[k]] = v
            out.append(rows(k - 1))
        f.var.pop(names[k], None)
        if not out:
            inner = [f.dim(d) for d in (e.t[1] if word == "{" else ())]
            return Arr([0] + inner[len(names) - k:] if word == "{" else [0], [])
        return stack(out, ())
    f = Frame(env, {})
    if word == "{":
        return rows(len(names) - 1)
    out = []

    def visit(k):
        if k < 0:
            out.append(ev(e.args[0], f))
            return
        for v in ev(e.args[k + 1], f).data:
            f.var[names[k]] = v
            visit(k - 1)
        f.var.pop(names[k], None)
    visit(len(names) - 1)
    return reduce(word, out, e.t)


def reduce(word, data, t):
    if word == "sum":
        if isinstance(t[0], str) and t[1] == () or not data:
            s = 0
            for x in data:
                s = s + x
            return real(float(s) if t[0] == "R" else s)
    if word == "product":
        s = 1
        for x in data:
            s = s * x
        return real(float(s) if t[0] == "R" else s)
    if not data:
        raise Wrong("empty")
    return min(data) if word == "min" else max(data)


def subscript(e, s, n, env):
    if s.op == "colon":
        return list(range(n)), False
    v = ev(s, Frame(env, {"end": n}))
    if isinstance(v, Arr):
        return [int(x) - 1 for x in v.data], False
    return [int(v) - 1], True


def ev_index(e, env):
    a = ev(e.args[0], env)
    subs = [subscript(e, s, a.shape[k], env) for k, s in enumerate(e.args[1:])]
    for k in range(len(subs), len(a.shape)):
        subs.append((list(range(a.shape[k])), False))
    shape = [len(l) for l, scalar in subs if not scalar]
    flat = [0]
    for (l, _), n in zip(subs, a.shape):
        for i in l:
            if not 0 <= i < n:
                raise Wrong("bounds")
        flat = [p * n + i for p in flat for i in l]
    out = [a.data[p] for p in flat]
    if all(s for _, s in subs):
        return out[0]
    return Arr(shape, out)


def ev_field(e, env):
    v = ev(e.args[0], env)
    return take_field(v, e.x, e, env)


def take_field(v, name, e, env):
    if isinstance(v, Arr):
        rows = [take_field(x, name, e, env) for x in v.data]
        if rows and isinstance(rows[0], Arr):
            return Arr(v.shape + rows[0].shape, [x for r in rows for x in r.data])
        if not rows:
            return Arr([env.dim(d) for d in e.t[1]], [])
        return Arr(v.shape, rows)
    if isinstance(v, Inst):
        return v.get(name)
    return v[name]


def ev_rec(e, env):
    r, names = e.x
    out = {}
    given = r.given()
    for i, (a, n) in enumerate(zip(e.args, names)):
        f = next(f for f in given if f.name == n) if n else given[i]
        out[f.name] = as_type(ev(a, env), f.t)
    for f in r.fields:
        if f.name not in out:
            if not f.args:
                raise Wrong("field")
            out[f.name] = as_type(ev(f.args[0], Frame(env, dict(out))), f.t)
    return out


DEPTH = [0]
STEPS = [0]


def call_fn(e, env, every=False, fn=None, args=None):
    f, names = e.x if e is not None else (fn, None)
    var = {}
    frame = Frame(None, var)
    if args is None:
        for i, (a, n) in enumerate(zip(e.args, names)):
            v = next(v for v in f.ins if v.name == n) if n else f.ins[i]
            var[v.name] = ev(a, env)
    else:
        for v, a in zip(f.ins, args):
            var[v.name] = a
    for v in f.ins:
        if v.name not in var:
            var[v.name] = ev(v.args[0], frame)
        var[v.name] = as_type(var[v.name], v.t)
        if isinstance(var[v.name], Arr):
            for k, n in enumerate(var[v.name].shape):
                frame.dims["size(%s, %d)" % (v.name, k + 1)] = n
    for v in f.outs + f.local:
        var[v.name] = ev(v.args[0], frame) if v.args else start_value(v.t, frame)
        var[v.name] = as_type(var[v.name], v.t)
    DEPTH[0] += 1
    try:
        if DEPTH[0] > 30:
            raise Wrong("deep")
        run_body(f.body, frame)
    except (Return, Break):
        pass
    finally:
        DEPTH[0] -= 1
    out = [as_type(var[v.name], v.t) for v in f.outs]
    return out if every else out[0]


def ev_fn(e, env):
    f, names = e.x
    if len(e.t[1]) > len(f.outs[0].t[1]) and not isinstance(f.outs[0].t[0], Rec):  # over arrays, element by element
        args = [ev(a, env) for a in e.args]
        return lift(lambda *x: call_fn(None, env, False, f, x), *args)
    return call_fn(e, env)


def ev_call(e, env):
    f = CALLS[e.x]
    return f(e, env)


def elementwise(f):
    def run(e, env):
        return lift(lambda *x: real(f(*x)), *[ev(a, env) for a in e.args])
    return run


def piece(q):
    """The number of the piece on which floor and its kin are constant: each change is an event, which takes time."""
    if PIECES is not None:
        PIECES.append(math.floor(q))
    elif abs(q) > MANY:
        raise Wrong("events")
    return q


def whole_div(a, b):
    if b == 0 or (isinstance(b, float) and abs(b) < 1e-6):
        raise Wrong("zero")
    q = piece(a / b)
    q = math.trunc(fuzzy(q) if isinstance(a, float) or isinstance(b, float) else
                   (abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)))
    return q if isinstance(a, int) and isinstance(b, int) else float(q)


def modulo(a, b):
    if b == 0 or (isinstance(b, float) and abs(b) < 1e-6):
        raise Wrong("zero")
    if isinstance(a, int) and isinstance(b, int):
        return a - (a // b) * b
    return a - math.floor(fuzzy(piece(a / b))) * b


def remainder(a, b):
    return a - whole_div(a, b) * b


def floor(x):
    return float(math.floor(piece(x)))


def positive(f):
    def run(x):
        try:
            return f(x)
        except (ValueError, OverflowError):
            raise Wrong("domain")
    return run


def ev_fill(e, env):
    v = ev(e.args[0], env)
    shape = [ev(a, env) for a in e.args[1:]]
    return spread(v, shape)


def spread(v, shape):
    n = count(shape)
    if n > 100000 or min(shape, default=0) < 0:
        raise Wrong("size")
    if isinstance(v, Arr):
        return Arr(tuple(shape) + v.shape, v.data * n)
    return Arr(shape, [v] * n)


def ev_size(e, env):
    a = ev(e.args[0], env)
    if len(e.args) == 1:
        return Arr((len(a.shape),), list(a.shape))
    return a.shape[ev(e.args[1], env) - 1]


def ev_cat(e, env):
    k = ev(e.args[0], env) - 1
    return cat(k, [ev(a, env) for a in e.args[1:]])


def cat(k, parts):
    shape = list(parts[0].shape)
    shape[k] = sum(p.shape[k] for p in parts)
    outer, out = count(shape[:k]), []
    for i in range(outer):
        for p in parts:
            m = count(p.shape[k:])
            out += p.data[i * m:(i + 1) * m]
    for p in parts:
        if p.shape[:k] != tuple(shape[:k]) or p.shape[k + 1:] != tuple(shape[k + 1:]):
            raise Wrong("shape")
    return Arr(shape, out)


def ev_matrix(e, env):
    def two(v):
        if not isinstance(v, Arr):
            return Arr((1, 1), [v])
        if len(v.shape) == 1:
            return Arr((v.shape[0], 1), v.data)
        return v
    rows = [cat(1, [two(ev(a, env)) for a in e.args[i:j]]) for i, j in e.x]
    return cat(0, rows)


def ev_transpose(e, env):
    a = ev(e.args[0], env)
    n, m = a.shape
    return Arr((m, n), [a.data[i * m + j] for j in range(m) for i in range(n)])


def ev_identity(e, env):
    n = ev(e.args[0], env)
    return Arr((n, n), [1 if i == j else 0 for i in range(n) for j in range(n)])


def ev_diagonal(e, env):
    v = ev(e.args[0], env).data
    n = len(v)
    return Arr((n, n), [v[i] if i == j else 0 for i in range(n) for j in range(n)])


def ev_linspace(e, env):
    a, b, n = [ev(x, env) for x in e.args]
    return Arr((n,), [a + (b - a) * i / (n - 1) for i in range(n)])


def ev_cross(e, env):
    (a, b, c), (x, y, z) = ev(e.args[0], env).data, ev(e.args[1], env).data
    return Arr((3,), [real(v) for v in (b * z - c * y, c * x - a * z, a * y - b * x)])


def ev_skew(e, env):
    a, b, c = ev(e.args[0], env).data
    return Arr((3, 3), [0, -c, b, c, 0, -a, -b, a, 0])


def ev_outer(e, env):
    a, b = ev(e.args[0], env).data, ev(e.args[1], env).data
    return Arr((len(a), len(b)), [real(x * y) for x in a for y in b])


def ev_symmetric(e, env):
    a = ev(e.args[0], env)
    n = a.shape[0]
    return Arr((n, n), [a.data[min(i, j) * n + max(i, j)] for i in range(n) for j in range(n)])


def ev_vector(e, env):
    a = ev(e.args[0], env)
    d = a.data if isinstance(a, Arr) else [a]
    return Arr((len(d),), d)


def ev_tomatrix(e, env):
    a = ev(e.args[0], env)
    if not isinstance(a, Arr):
        return Arr((1, 1), [a])
    if len(a.shape) == 1:
        return Arr((a.shape[0], 1), a.data)
    return Arr(a.shape[:2], a.data)


def ev_scalar(e, env):
    a = ev(e.args[0], env)
    return a.data[0]


def ev_reduce(word):
    def run(e, env):
        if len(e.args) == 2:
            a, b = ev(e.args[0], env), ev(e.args[1], env)
            return min(a, b) if word == "min" else max(a, b)
        return reduce(word, ev(e.args[0], env).data, e.t)
    return run


def ev_delay(e, env):
    t = env.now - ev(e.args[1], env)
    return ev(e.args[0], env.at(max(0.0, t)))


def ev_pre(e, env):
    return env.get("pre " + e.args[0].x)


def ev_string(e, env):
    names = e.x[1]
    v = ev(e.args[0], env)
    opt = {n: ev(a, env) for n, a in zip(names, e.args) if n}
    b = e.args[0].t[0]
    if b == "B":
        s = "true" if v else "false"
    elif isinstance(b, Enum):
        s = b.lits[v - 1]
    elif "format" in opt:
        return ("%" + opt["format"]) % v
    elif b == "I" and "significantDigits" not in opt:
        s = str(v)
    else:
        if NOISE == 0 and v != 0 and abs(v) < 1e-300:
            v = 0.0
        s = "%.*g" % (opt.get("significantDigits", 6), v)
    n = opt.get("minimumLength", 0)
    return s.ljust(n) if opt.get("leftJustified", True) else s.rjust(n)


def slope(name, env):
    while isinstance(env, Frame):
        env = env.outer
    return ev(find_unit(env.cls, name).args[1], env)


def semi(x, a, b):
    return x * (a if x >= 0 else b)


CALLS = {
    "sin": elementwise(math.sin), "cos": elementwise(math.cos), "atan": elementwise(math.atan),
    "tanh": elementwise(math.tanh), "asin": elementwise(positive(math.asin)), "acos": elementwise(positive(math.acos)),
    "exp": elementwise(positive(math.exp)), "log": elementwise(positive(math.log)),
    "log10": elementwise(positive(math.log10)), "sinh": elementwise(positive(math.sinh)),
    "cosh": elementwise(positive(math.cosh)), "tan": elementwise(math.tan),
    "sqrt": elementwise(positive(math.sqrt)), "abs": elementwise(abs),
    "sign": elementwise(lambda x: (x > 0) - (x < 0)), "atan2": elementwise(math.atan2),
    "floor": elementwise(floor), "ceil": elementwise(lambda x: float(math.ceil(piece(x)))),
    "integer": elementwise(lambda x: math.floor(piece(x))),
    "div": elementwise(whole_div), "mod": elementwise(modulo), "rem": elementwise(remainder),
    "min": ev_reduce("min"), "max": ev_reduce("max"), "sum": ev_reduce("sum"), "product": ev_reduce("product"),
    "noEvent": lambda e, env: ev(e.args[0], env), "smooth": lambda e, env: ev(e.args[1], env),
    "homotopy": lambda e, env: ev(e.args[0], env), "semiLinear": elementwise(semi), "delay": ev_delay,
    "fill": ev_fill, "zeros": lambda e, env: spread(0, [ev(a, env) for a in e.args]),
    "ones": lambda e, env: spread(1, [ev(a, env) for a in e.args]), "size": ev_size,
    "ndims": lambda e, env: len(ev(e.args[0], env).shape) if e.args[0].t[1] else 0,
    "cat": ev_cat, "transpose": ev_transpose, "identity": ev_identity, "diagonal": ev_diagonal,
    "linspace": ev_linspace, "cross": ev_cross, "skew": ev_skew, "outerProduct": ev_outer,
    "symmetric": ev_symmetric, "vector": ev_vector, "matrix": ev_tomatrix, "scalar": ev_scalar,
    "Integer": lambda e, env: int(ev(e.args[0], env)), "pre": ev_pre,
    "der": lambda e, env: slope(e.args[0].x, env),
    "Kron.relax": lambda e, env: ev(e.args[0], env), "initial": lambda e, env: False,
    "terminal": lambda e, env: False,
}

EV = {
    "lit": ev_lit, "var": ev_var, "time": lambda e, env: fuzzy(env.now), "end": lambda e, env: env.get("end"),
    "+": arith(lambda a, b: a + b), "-": arith(lambda a, b: a - b), "*": ev_mul, "/": arith(quotient),
    ".+": arith(lambda a, b: a + b), ".-": arith(lambda a, b: a - b), ".*": arith(lambda a, b: a * b),
    "./": arith(quotient), "^": ev_pow, ".^": arith(power),
    "neg": lambda e, env: lift(lambda a: -a, ev(e.args[0], env)),
    "<": compare(lambda a, b: a < b), ">": compare(lambda a, b: a > b), "<=": compare(lambda a, b: a <= b),
    ">=": compare(lambda a, b: a >= b), "==": compare(lambda a, b: a == b), "<>": compare(lambda a, b: a != b),
    "and": ev_and, "or": ev_or, "not": lambda e, env: lift(lambda a: not a, ev(e.args[0], env)),
    "if": ev_if, "array": ev_array, "matrix": ev_matrix, "range": ev_range, "for": ev_for, "index": ev_index,
    "field": ev_field, "rec": ev_rec, "fn": ev_fn, "call": ev_call, "named": ev_string,
    "enumtype": lambda e, env: Arr((len(e.x.lits),), list(range(1, len(e.x.lits) + 1))),
}


# ---- Statements ----

def run_body(body, f):
    for s in body:
        run(s, f)


def tick():
    STEPS[0] += 1
    if STEPS[0] > 20000:
        raise Wrong("long")


def run(s, f):
    tick()
    if s.op == ":=":
        put(s.args[0], ev(s.args[1], f), f)
    elif s.op == "tuple":
        for target, v in zip(s.x, call_fn(s.args[0], f, True)):
            if target is not None:
                put(target, v, f)
    elif s.op == "if":
        for i, b in enumerate(s.body):
            if i >= len(s.args) or ev(s.args[i], f):
                return run_body(b, f)
    elif s.op == "for":
        run_for(s, f, 0)
    elif s.op == "while":
        while ev(s.args[0], f):
            tick()
            try:
                run_body(s.body[0], f)
            except Break:
                break
    elif s.op == "break":
        raise Break()
    elif s.op == "return":
        raise Return()
    elif s.op == "assert":
        if not ev(s.args[0], f):
            raise Wrong("assert")


class Loop(Frame):
    """An iterator of a for statement: assignments go to the frame outside."""


def home(f, name):
    while isinstance(f, Loop):
        f = f.outer
    return f


def run_for(s, f, k):
    if k == len(s.x):
        return run_body(s.body[0], f)
    try:
        for v in ev(s.args[k], f).data:
            tick()
            inner = Loop(f, {s.x[k]: v})
            run_for(s, inner, k + 1)
    except Break:
        if k:
            raise
        return


def put(target, v, f):
    v = as_type(v, target.t)
    if target.op == "var":
        home(f, target.x).var[target.x] = v
        return
    path = []
    e = target
    while e.op != "var":
        path.append(e)
        e = e.args[0]
    old = home(f, e.x).var[e.x]
    home(f, e.x).var[e.x] = replaced(old, path[::-1], v, f)


def replaced(old, path, v, f):
    if not path:
        return v
    step = path[0]
    if step.op == "field":
        new = dict(old)
        new[step.x] = replaced(old[step.x], path[1:], v, f)
        return new
    subs = [subscript(step, s, old.shape[k], f) for k, s in enumerate(step.args[1:])]
    for k in range(len(subs), len(old.shape)):
        subs.append((list(range(old.shape[k])), False))
    flat = [0]
    for (l, _), n in zip(subs, old.shape):
        for i in l:
            if not 0 <= i < n:
                raise Wrong("bounds")
        flat = [p * n + i for p in flat for i in l]
    data = list(old.data)
    if all(s for _, s in subs):
        data[flat[0]] = replaced(data[flat[0]], path[1:], v, f)
    else:
        for p, x in zip(flat, v.data):
            data[p] = x
    return Arr(old.shape, data)
