"""models.py - whole models: units one after the other, each evaluated at once and kept if it has a value."""
import interp
import features
import templates
from grammar import CONST, CONT, DISC, PARAM, TIMES, Ctx, Grammar, Skip, call, lit, var
from interp import Arr, Inst, Wrong, ev, find_unit
from tree import Cls, Enum, Ex, Local, Rec, Unit, base_text, dims_text, string_text, text


def prefixed(t):
    return isinstance(t[0], Rec) and any(f.prefix or prefixed(f.t) for f in t[0].fields)


def has_default(t):
    return isinstance(t[0], Rec) and any(f.args or has_default(f.t) for f in t[0].fields)


def discrete_base(t):
    """Has parts that are not Real."""
    b = t[0]
    if isinstance(b, Rec):
        return any(discrete_base(f.t) for f in b.fields)
    return b != "R"


def params_of(c):
    """What an instance may give another value."""
    out = [u for u in c.units if u.kind == "bound"]
    for base, mods in c.extends:
        out += [u for u in params_of(base) if not any(u.name == m[0] for m in mods)]
    return out


def base_mods(c, inst):
    out = {}
    for base, mods in c.extends:
        out.update(base_mods(base, inst))
        for m in mods:
            out[m[0]] = ev(m[1], inst)
    return out


class Maker(Grammar):
    always = None   # the name of a template that every model has

    def __init__(self, seed):
        super().__init__(seed)
        self.model = Cls("M")
        self.root = None
        self.var = []   # (Ex, type, variability)
        self.classes = []

    def context(self, level, t=None):
        """For a variable of the type t: what is not Real may only depend on continuous time through relations."""
        low = level
        if level == CONT and t is not None and discrete_base(t):
            low = DISC
        c = Ctx(low, level)
        c.var = list(self.var)
        c.fns = self.fns
        return c

    def fresh(self):
        self.insts = [Inst(self.model, {}, None, t) for t in TIMES]
        self.insts[0].times = {}
        for i in self.insts:
            i.times = self.insts[0].times

    def good(self, u):
        """The unit has values at all times."""
        names = [u.name] + [n for n, _ in u.more]
        self.model.units.append(u)
        try:
            interp.STEPS[0] = 0
            for inst in self.insts:
                for n in names:
                    check_size(inst.get(n))
        except (Wrong, RecursionError, OverflowError):
            self.model.units.pop()
            for inst in self.insts:
                for n in names:
                    inst.cache.pop(n, None)
            for inst in self.insts[0].times.values():
                for n in names:
                    inst.cache.pop(n, None)
            return False
        return True

    def sizes(self, u):
        """Some sizes as parameters or sizes of other arrays."""
        r = self.r
        free = self.model.free()   # what initial equations determine is not known during translation
        known = [(x.name, self.insts[0].get(x.name)) for x in self.model.units
                 if x.kind == "bound" and x.t == ("I", ()) and x.name not in free and x.prefix in ("constant ", "final parameter ") +
                 (("parameter ",) if self.model.name == "M" else ())]
        known += [("size(%s, %d)" % (x.name, k + 1), n) for x in self.model.units if x.kind != "raw"
                  for k, n in enumerate(x.t[1]) if isinstance(n, int)]
        out = []
        for d in u.t[1]:
            if known and isinstance(d, int) and r.random() < 0.5:
                n, v = r.choice(known)
                d = n if v == d else "%s + %d" % (n, d - v) if v < d else "%s - %d" % (n, v - d)
            out.append(d)
        u.dims = out

    def add(self, u, level):
        r = self.r
        if not self.good(u):
            for n in [u.name] + [n for n, _ in u.more]:
                self.used.discard(n)
            return False
        if u.t[1] and r.random() < 0.3:
            self.model.units.pop()
            self.sizes(u)
            self.model.units.append(u)
        if r.random() < 0.06 and self.model.name == "M" and u.kind != "raw":
            u.hidden = True
        if "parameter" in u.prefix and r.random() < 0.2:
            u.note = " annotation(Evaluate = true)"
        self.var.append((var(u.name, u.t), u.t, self.level_of(u.t, level)))
        for n, t in u.more:
            self.var.append((var(n, t), t, self.level_of(t, level)))
        return True

    def level_of(self, t, level):
        return DISC if level == CONT and not isinstance(t[0], Rec) and t[0] != "R" else level

    def unit(self):
        r = self.r
        t = self.some_type()
        if prefixed(t):
            self.doubtful = True
        k = r.random() if not has_default(t) else 0.0
        name = self.name()
        d = r.choice([1, 2, 3, 3, 4])
        if k < 0.3:
            prefix, level = r.choice([("constant ", CONST), ("parameter ", PARAM), ("final parameter ", PARAM),
                                      ("parameter ", PARAM), ("", CONT), ("", CONT), ("", CONT)])
            u = Unit("bound", name, t, [self.ex(self.context(level, t), t, d)], prefix=prefix)
            return self.add(u, self.level_of(t, level))
        c = self.context(CONT, t)
        level = self.level_of(t, CONT)
        if k < 0.45:
            e = self.ex(c, t, d)
            turned = r.random() < 0.15 and e.op not in ("var", "index", "field", "fn") and not isinstance(t[0], Rec)
            return self.add(Unit("eq", name, t, [e], x="turned" if turned else None), level)
        if k < 0.5 and t[1] and len(t[1]) <= 2 and not any(isinstance(x, Enum) for x in t[1]):
            it = r.sample([i for i in ("i", "j", "k", "t0") if i != name], len(t[1]))
            inner = c
            for i, n in zip(it, t[1]):
                inner = inner.plus(var(i, ("I", ())), ("I", ()), -n if n else CONST)
            return self.add(Unit("foreq", name, t, [self.ex(inner, (t[0], ()), d - 1)], x=it), level)
        if k < 0.515 and len(t[1]) == 1 and isinstance(t[1][0], int) and t[1][0] >= 2 and not isinstance(t[0], Rec):
            n = r.randint(1, t[1][0] - 1)
            rest = t[1][0] - n
            return self.add(Unit("parts", name, t, [self.ex(c, (t[0], (n,)), d),
                                                  self.ex(c, (t[0], () if rest == 1 else (rest,)), d)], x=n), level)
        if k < 0.56:
            return self.add(Unit("ifeq", name, t, [self.switch(c, 2), self.ex(c, t, d - 1), self.ex(c, t, d - 1)]), level)
        if k < 0.6 and isinstance(t[0], Rec) and not t[1] and not prefixed(t):
            return self.add(Unit("fields", name, t, [self.ex(self.context(CONT, f.t), f.t, d) for f in t[0].fields]), level)
        if k < 0.66:
            fits = [f for f in self.fns if len(f.outs) > 1 and
                    not any(isinstance(x, str) for o in f.outs for x in o.t[1]) and
                    not any(has_default(o.t) for o in f.outs)]
            if fits:
                f = r.choice(fits)
                cc = self.context(CONT)
                if any(discrete_base(o.t) for o in f.outs):
                    cc = cc.limited(DISC)
                e = self.calling(cc, f, None, d)
                more = [(self.name(), o.t) for o in f.outs[1:]]
                if self.doubt_outs(f):
                    self.doubtful = True
                return self.add(Unit("tuple", name, f.outs[0].t, [e], more=more), CONT)
        if k < 0.8:
            return self.algorithm(name, t, c, level)
        if k < 0.84:
            t = ("R", self.some_dims(2))
            if 0 in t[1]:
                return False
            cp = self.context(PARAM)
            args = [self.ex(cp, t, 2), self.ex(cp, t, 2)]
            if r.random() < 0.3 and not t[1]:
                args += [Ex(">", [Ex("time", [], ("R", ())), lit(r.choice([0.23, 0.61]), ("R", ()))], ("B", ())),
                         self.ex(self.context(CONT), t, 2)]
            good = self.add(Unit("state", name, t, args, x=r.choice([None, None, "initial"])), CONT)
            if good and not t[1]:
                self.var.append((call("der", [var(name, t)], t), t, CONT))
            return good
        if k < 0.92 and self.events:
            return self.when(name)
        if k < 0.96:
            t = ("R", self.some_dims(2)) if r.random() < 0.7 else (r.choice(["I", "B"]), ())
            u = Unit("initial", name, t, [self.ex(self.context(PARAM), t, 2)], x=r.choice(["equation", "algorithm"]))
            return self.add(u, PARAM)
        always = Ex(">", [Ex("time", [], ("R", ())), lit(-1.0, ("R", ()))], ("B", ()))
        u = Unit("assert", self.name("as"), ("B", ()), [Ex("or", [self.condition(self.context(CONT, ("B", ())), 2), always],
                                                         ("B", ())),
                                            self.ex(self.context(DISC), ("S", ()), 2)])
        try:
            if not all(ev(u.args[0], i) for i in self.insts):
                return False
            ev(u.args[1], self.insts[0])
        except Wrong:
            return False
        self.model.units.append(u)
        return True

    def doubt_outs(self, f):
        return any(prefixed(o.t) for o in f.outs)

    def when(self, name):
        r = self.r
        t = (self.some_base(), (r.choice([1, 2, 3]),) if r.random() < 0.2 else ())
        if t[0] == "S" and r.random() < 0.7:
            t = ("I", ())
        u = Unit("when", name, t, prefix="discrete " if t[0] == "R" else "")
        u.args = [self.literal(self.context(CONST), t)]
        instants = r.sample([0.11, 0.27, 0.58, 0.74], 4)  # each once: time > 0.27 comes after time >= 0.27, and no sample
        for _ in range(r.choice([1, 1, 2])):
            k = r.random()
            tm = Ex("time", [], ("R", ()))
            if k < 0.5:
                cond = Ex(r.choice([">", ">="]), [tm, lit(instants.pop(), ("R", ()))], ("B", ()))
            elif k < 0.85:
                cond = call("sample", [lit(r.choice([0.0, 0.13, 0.05]), ("R", ())), lit(r.choice([0.3, 0.17, 0.26]), ("R", ()))],
                            ("B", ()))
            else:
                cond = Ex("array", [Ex(">", [tm, lit(x, ("R", ()))], ("B", ())) for x in (0.19, 0.44)], ("B", (2,)))
            c = self.context(CONT)
            c.when = u
            if t[0] == "S":
                c.when = None
            u.args += [cond, self.ex_when(c, t)]
        if r.random() < 0.3:
            u.body = [None]
        return self.add(u, DISC)

    def ex_when(self, c, t):
        e = self.ex(c, t, 2)
        if c.when is not None and t[0] in ("R", "I") and self.chance(0.5):
            e = Ex("+", [call("pre", [var(c.when.name, t)], t), e], t)
        return e

    def algorithm(self, name, t, c, level):
        r = self.r
        more = []
        if r.random() < 0.3:
            tt = self.some_type()
            if not has_default(tt):
                more.append((self.name(), tt))
        locals_ = [Local(name, t)] + [Local(n, tt) for n, tt in more]
        if any(prefixed(v.t) for v in locals_):
            self.doubtful = True
        if any(discrete_base(v.t) for v in locals_):
            c = self.context(CONT, ("I", ()))
            level = DISC
        body = []
        for v in locals_:
            self.first_value(c, body, v)
            c.var.append((var(v.name, v.t), v.t, DISC if discrete_base(v.t) else CONT))
        for _ in range(r.choice([0, 0, 1, 2])):
            body.append(self.statement(c, locals_, 2, False))
        if level == DISC and t[0] == "R" or any(v.t[0] == "R" for v in locals_):
            level = CONT
        u = Unit("alg", name, t, [], body, more=more)
        if not self.good(u):
            return False
        for v in locals_:
            self.var.append((var(v.name, v.t), v.t, self.level_of(v.t, CONT)))
        return True

    def template(self, table):
        f = self.r.choice(table)
        got = f(self)
        if got is None:
            return
        self.model.odd.add(f.__name__)
        defs, u = got
        (self.model.outside if self.r.random() < 0.3 else self.model.defs).extend(defs)
        self.model.units.append(u)
        for n in u.x[4]:
            t = dict([(u.name, u.t)] + u.more).get(n)
            if t is not None:
                self.var.append((var(n, t), t, CONT if t[0] == "R" else DISC))

    # ---- classes with instances ----

    def klass(self):
        """A class of some units, perhaps with a base."""
        r = self.r
        keep = self.model, self.var, self.used, self.insts
        c = Cls("A%d" % len(self.classes), r.choice(["model", "model", "block"]))
        self.model, self.var, self.used = c, [], set()
        if self.classes and r.random() < 0.35:
            base = r.choice(self.classes)
            mods = []
            for u in params_of(base):
                if r.random() < 0.5 and not any(m[0] == u.name for m in mods) and "final" not in u.prefix:
                    mods.append((u.name, self.ex(Ctx(CONST), u.t, 1), False, ()))
            c.extends.append((base, mods))
            self.used |= set(base.names())
            c.kind = base.kind
        self.fresh()
        for i in self.insts:
            i.mods = base_mods(c, i)
        if c.extends:
            try:
                self.var += [(var(n, t), t, l) for n, t, l in c.extends[0][0].members]
                for i in self.insts:
                    for n, t, l in c.extends[0][0].members:
                        i.get(n)
            except Wrong:
                c.extends, self.var = [], []
                self.fresh()
        for _ in range(r.choice([1, 2, 3, 4])):
            try:
                self.unit()
            except Skip:
                pass
        c.members = [(e.x, t, l) for e, t, l in self.var if e.op == "var"]
        self.model, self.var, self.used, self.insts = keep
        if not c.units:
            return
        self.classes.append(c)
        (self.model.outside if self.model.outside else self.model.defs).append(c)

    def instance(self):
        r = self.r
        c = r.choice(self.classes)
        n = tuple(self.some_dim() for _ in range(r.choice([1, 1, 1, 2]))) if r.random() < 0.35 else ()
        u = Unit("inst", self.name("a"), (c, n), x=[])
        for p in params_of(c):
            if r.random() < 0.5 or "final" in p.prefix or p.prefix == "constant ":
                continue
            level = PARAM if p.prefix else CONT
            if any(e[0] == p.name for e in u.x):
                continue
            each = n != () and r.random() < 0.5
            t = p.t if not n or each else (p.t[0], n + p.t[1])
            if len(t[1]) > 4:
                continue
            u.x.append((p.name, each, ()))
            u.args.append(self.ex(self.context(level, t), t, 2))
        if not self.good(u):
            self.used.discard(u.name)
            return
        for name, t, level in c.members:
            if level <= PARAM and "constant" in find_unit(c, name).prefix:
                continue
            e = Ex("field", [var(u.name, u.t)], (t[0], u.t[1] + t[1]), name)
            self.var.append((e, e.t, level))

    def make(self):
        r = self.r
        for _ in range(r.choice([0, 0, 1, 2])):
            self.enum()
        for _ in range(r.choice([0, 1, 1, 2, 3])):
            self.rec()
        for _ in range(r.choice([0, 1, 2, 2, 3])):
            self.function()
        defs = self.enums + self.recs + self.fns
        if r.random() < 0.3:
            self.model.outside = defs
        else:
            self.model.defs = defs
        self.fresh()
        if r.random() < 0.3:
            for _ in range(r.choice([1, 1, 2])):
                self.klass()
        n = r.choice([1, 2, 3, 4, 5, 6, 8])
        if self.always:
            self.template([f for f in templates.GOOD + features.FEATURES if f.__name__ == self.always])
        for _ in range(n * 3):
            if len(self.model.units) >= n:
                break
            try:
                if self.classes and r.random() < 0.3:
                    self.instance()
                else:
                    self.unit()
            except Skip:
                pass
            if r.random() < 0.12:
                self.template(templates.GOOD + features.FEATURES)
        if self.odd:
            self.doubtful = True
            self.template(templates.ODD)
        elif r.random() < (0.12 if self.strings else 0.01):
            s = ("S", ())
            c = self.context(DISC)
            e = self.ex(c, s, 4)
            for v in (self.leaf(c, s), self.variable(c, s)):
                if v is not None and r.random() < 0.7:
                    e = Ex("+", [Ex("+", [Ex("+", [v, lit(" ", s)], s), e], s), v], s)
            u = Unit("assert", "fails", ("B", ()), [Ex("<", [Ex("time", [], ("R", ())), lit(0.85, ("R", ()))], ("B", ())), e])
            try:
                ev(u.args[1], Inst(self.model, {}, None, 0.85 + 1e-7))
                self.model.units.append(u)
            except (Wrong, RecursionError):
                pass
        self.model.doubtful = self.doubtful
        return self.model


def check_size(v):
    if isinstance(v, Arr):
        if len(v.data) > 300:
            raise Wrong("size")
        for x in v.data:
            check_size(x)
    elif isinstance(v, dict):
        for x in v.values():
            check_size(x)
    elif isinstance(v, float) and (v != v or abs(v) > 1e7):
        raise Wrong("size")
    elif isinstance(v, str) and len(v) > 200:
        raise Wrong("size")


# ---- What is expected ----

def all_units(c):
    return [u for base, _ in c.extends for u in all_units(base)] + c.units


def flatten(prefix, v, t, out):
    if isinstance(v, Arr):
        for idx, x in zip(interp.indices(v.shape), v.data):
            flatten(prefix + "[" + ",".join(map(str, idx)) + "]", x, (t[0], ()), out)
    elif isinstance(v, dict):
        for f in t[0].fields:
            flatten(prefix + "." + f.name, v[f.name], f.t, out)
    elif isinstance(v, Inst):
        for u in all_units(v.cls):
            if u.kind != "assert":
                for n, tt in [(u.name, u.t)] + u.more:
                    flatten(prefix + "." + n, v.get(n), tt, out)
    else:
        out[prefix] = v


def units_of(model):
    for u in model.units:
        if u.kind in ("assert", "do"):
            continue
        yield u


def values(model, noise=0.0, times=TIMES):
    """For each time a dict of scalars by name."""
    interp.NOISE = noise
    try:
        shared, out = {}, []
        for t in times:
            inst = Inst(model, {}, None, t)
            inst.times = shared
            interp.STEPS[0] = 0
            row = {}
            for u in units_of(model):
                for n, tt in [(u.name, u.t)] + u.more:
                    if u.kind != "raw" or n in u.x[4]:
                        flatten(n, inst.get(n), tt, row)
            out.append(row)
        return out
    finally:
        interp.NOISE = 0.0


def changes(model, times):
    """How often the pieces on which floor and its kin are constant change from one of the times to the next."""
    count, last = 0, None
    try:
        for t in times:
            interp.PIECES = []
            values(model, 0.0, [t])
            count += last is not None and interp.PIECES != last
            last = interp.PIECES
    except Wrong:
        return 0
    finally:
        interp.PIECES = None
    return count


def failure(model, noise=0.0):
    """The message of the assertion that ends the run, or None."""
    for u in model.units:
        if u.name == "fails":
            interp.NOISE = noise
            try:
                return ev(u.args[1], Inst(model, {}, None, 0.85 + 1e-7))
            except Wrong:
                return ""
            finally:
                interp.NOISE = 0.0
    return None


def by_literals(name, root, t):
    """An element's name with literals where subscripts are of an enumeration."""
    if not any(isinstance(d, Enum) for d in t[1]):
        return name
    subs = name[len(root) + 1:-1].split(",")
    return root + "[" + ", ".join(d.name + "." + d.lits[int(s) - 1] if isinstance(d, Enum) else s
                                  for s, d in zip(subs, t[1])) + "]"


def mirrors(model, rows):
    """Declarations that show parameters and Strings in the result; what they must be is added to the rows."""
    out = []
    k = 0
    if hasattr(model, "text"):
        return out
    for u in units_of(model):
        for n, t in [(u.name, u.t)] + u.more:
            if not isinstance(t[0], str) and not isinstance(t[0], Enum):
                continue
            if u.kind == "raw":
                continue
            if t[0] != "S":
                if u.prefix in ("", "discrete ") and u.kind != "initial" or isinstance(t[0], Enum) or u.kind == "inst":
                    continue
                k += 1
                out.append("  %s mirror%d%s = %s;" % (base_text(t[0]), k, dims_text(
                    [len(x.lits) if isinstance(x, Enum) else x for x in t[1]]), n))
                for row in rows:
                    for name in [x for x in row if x == n or x.startswith(n + "[")]:
                        row["mirror%d%s" % (k, name[len(n):])] = row[name]
                continue
            names = [x for x in rows[0] if x == n or x.startswith(n + "[")]
            for name in names[:3]:
                k += 1
                seen = []
                for row in rows:
                    if row[name] not in seen:
                        seen.append(row[name])
                s = ""
                for i, v in enumerate(seen):
                    s += "if %s == %s then %d else " % (by_literals(name, n, t), string_text(v), i + 1)
                out.append("  Integer mirror%d = %s0;" % (k, s))
                for row in rows:
                    row["mirror%d" % k] = seen.index(row[name]) + 1
    return ["public"] + out if out else []
