"""classic.py - random models in the classic language (.dym): expressions, functions, tables, submodels, networks."""
import templates
from grammar import CONT, PARAM, TIMES, Ctx, Grammar, call, integer, lit, var
from interp import Inst, Wrong
from tree import ADD, ATOM, IF, INFIX, MUL, NOT, OR, POW, REL, Cls, Ex, Fn, Local, St, Unit, number_text

R, B = ("R", ()), ("B", ())
NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "log": "ln"}


class Classic(Cls):
    suffix = ".dym"

    def text(self):
        out = []
        for d in self.defs:
            out += function_text(d) if isinstance(d, Fn) else [str(d)]
        out.append("model " + self.name)
        for u in self.units:
            if u.kind == "raw":
                out += ["  " + l for l in u.x[0]]
            elif u.kind == "bound":
                out.append("  parameter %s = %s" % (u.name, show(u.args[0])[0]))
            elif u.kind == "state":
                out.append("  local %s(start = %s)" % (u.name, show(u.args[0])[0]))
            else:
                out.append("  %s %s" % (u.prefix or "local", u.name))
        for u in self.units:
            if u.kind == "raw":
                out += ["  " + l for l in u.x[1]]
            elif u.kind == "eq":
                l, r = u.name, show(u.args[0])[0]
                out.append("    %s = %s" % ((r, l) if u.x == "turned" else (l, r)))
            elif u.kind == "state":
                out.append("    der(%s) = %s" % (u.name, show(u.args[1])[0]))
        out.append("end")
        return "\n".join(out) + "\n"


def function_text(f):
    out = ["function %s(%s)" % (f.name, ", ".join(v.name for v in f.ins))]
    for s in f.body:
        out.append("  %s = %s" % (s.args[0].x, show(s.args[1])[0]))
    return out + ["end"]


def paren(e, least):
    s, p = show(e)
    return "(" + s + ")" if p < least else s


def show(e):
    op, a = e.op, e.args
    if op == "lit":
        s = number_text(e.x) if e.t == R else str(e.x) if e.t == ("I", ()) else ("1 > 0" if e.x else "1 < 0")
        return s, (ADD if s[0] == "-" else ATOM) if e.t != B else REL
    if op == "time":
        return "Time", ATOM
    if op == "var":
        return e.x, ATOM
    if op == "neg":
        return "-" + paren(a[0], MUL), ADD
    if op == "not":
        return "not " + paren(a[0], REL), NOT
    if op == "if":
        return "if %s then %s else %s" % (paren(a[0], OR), paren(a[1], OR), paren(a[2], OR)), IF
    if op == "fn":
        return e.x[0].name + "(" + ", ".join(show(x)[0] for x in a) + ")", ATOM
    if op == "call":
        return NAMES.get(e.x, e.x) + "(" + ", ".join(show(x)[0] for x in a) + ")", ATOM
    p = INFIX[op]
    right = ATOM if p == POW else p + 1
    return "%s %s %s" % (paren(a[0], ATOM if p == POW else p if p != REL else ADD), {"^": "**"}.get(op, op),
                         paren(a[1], right)), p


class Maker(Grammar):
    """The small part of the grammar that the classic language has."""

    def __init__(self, seed):
        super().__init__(seed)
        self.model = Classic("M")
        self.var = []

    def num(self, c, d):
        r = self.r
        if d <= 0 or r.random() < 0.15:
            fits = [e for e, t, l in c.var if l <= c.level]
            if fits and r.random() < 0.6:
                return r.choice(fits)
            if c.level == CONT and c.fn is None and r.random() < 0.4:
                return Ex("time", [], R)
            return lit(r.choice([0.0, 1.0, 2.0, 0.5, 3.25, 1e-3, 12.75, 7.0]), R)
        k = r.random()
        if k < 0.4:
            return Ex(r.choice("+-*"), [self.num(c, d - 1), self.num(c, d - 1)], R)
        if k < 0.5:
            return Ex("/", [self.num(c, d - 1), Ex("+", [lit(1.5, R), call("abs", [self.num(c, d - 1)], R)], R)], R)
        if k < 0.57:
            return Ex("^", [self.num(c, d - 1), integer(r.choice([0, 1, 2, 3]))], R)
        if k < 0.63:
            return Ex("neg", [self.num(c, d - 1)], R)
        if k < 0.75:
            return Ex("if", [self.cond(c, d - 1), self.num(c, d - 1), self.num(c, d - 1)], R)
        if k < 0.87:
            f = r.choice(["sin", "cos", "atan", "abs", "sign", "exp", "sqrt", "log", "log10", "tanh"])
            a = self.num(c, d - 1)
            if f in ("sqrt", "log", "log10"):
                a = Ex("+", [lit(1.0, R), call("abs", [a], R)], R)
            if f == "exp":
                a = Ex("neg", [call("abs", [a], R)], R)
            return call(f, [a], R)
        if k < 0.93:
            return call(r.choice(["min", "max"]), [self.num(c, d - 1), self.num(c, d - 1)], R)
        if c.fns:
            f = r.choice(c.fns)
            return Ex("fn", [self.num(c, d - 1) for _ in f.ins], R, (f, [""] * len(f.ins)))
        return self.num(c, d - 1)

    def cond(self, c, d):
        r = self.r
        if d > 1 and r.random() < 0.3:
            return Ex(r.choice(["and", "or"]), [self.cond(c, d - 1), self.cond(c, d - 1)], B)
        if c.level == CONT and c.fn is None and r.random() < 0.4:
            return Ex(r.choice("<>"), [Ex("time", [], R), lit(r.choice([0.15, 0.4, 0.77]), R)], B)
        return Ex(r.choice(["<", ">", "<=", ">="]), [self.num(c, d - 1), self.num(c, d - 1)], B)

    def function(self):
        r = self.r
        f = Fn("g%d" % len(self.fns), [], [], [], [])
        c = Ctx(CONT)
        c.fn, c.fns = f, list(self.fns)
        for n in r.sample(["h", "x", "t0", "y", "int_", "v"], r.choice([1, 1, 2])):
            f.ins.append(Local(n, R))
            c.var.append((var(n, R), R, CONT))
        for n in r.sample(["k", "m", "main_", "q"], r.choice([0, 1, 2])):
            f.local.append(Local(n, R))
            f.body.append(St(":=", [var(n, R), self.num(c, 2)]))
            c.var.append((var(n, R), R, CONT))
        f.outs.append(Local(f.name, R))
        f.body.append(St(":=", [var(f.name, R), self.num(c, 3)]))
        self.fns.append(f)
        self.model.defs.append(f)

    def context(self, level):
        c = Ctx(level)
        c.var, c.fns = list(self.var), self.fns
        return c

    def add(self, u, level):
        self.model.units.append(u)
        try:
            for t in TIMES:
                v = Inst(self.model, {}, None, t).get(u.name)
                if v != v or abs(v) > 1e7:
                    raise Wrong("size")
        except (Wrong, RecursionError):
            self.model.units.pop()
            return
        self.var.append((var(u.name, R), R, level))

    def plain_name(self):
        n = self.name()
        while not n.isidentifier() or n == "main":
            n = self.name()
        return n

    def unit(self):
        r = self.r
        k = r.random()
        n = self.plain_name()
        if k < 0.2:
            self.add(Unit("bound", n, R, [self.num(self.context(PARAM), r.choice([0, 1, 2]))], prefix="parameter "), PARAM)
        elif k < 0.3:
            self.add(Unit("state", n, R, [lit(r.choice([0.0, 1.0, 2.5]), R), self.num(self.context(PARAM), 1)]), CONT)
        else:
            self.add(Unit("eq", n, R, [self.num(self.context(CONT), r.choice([1, 2, 3, 4]))],
                          prefix=r.choice(["local", "local", "output"]), x="turned" if r.random() < 0.1 else None), CONT)

    def network(self):
        """Resistors in series and parallel on a source."""
        r = self.r
        k = self.plain("N")
        x = self.plain_name()
        count = [0]
        decls, top = [], r.random() < 0.5

        def branch(d):
            q = r.random()
            if d == 0 or q < 0.4:
                count[0] += 1
                v = r.choice([1.0, 2.0, 5.0])
                n = "%sr%d" % (k, count[0])
                decls.append("submodel (%s_res) %s(R = %s)" % (k, n, v))
                return (("\\" if r.random() < 0.1 else "") + n), v
            parts = [branch(d - 1) for _ in range(r.choice([2, 2, 3]))]
            if q < 0.7:
                return ("(%s)" if d < 2 else "%s") % " - ".join(p for p, _ in parts), sum(v for _, v in parts)
            return "(" + "//".join(p for p, _ in parts) + ")", 1 / sum(1 / v for _, v in parts)
        text, total = branch(2)
        defs = ["""model type %s_res
  cut A(Va/i), B(Vb/-i)
  main path P < A - B >
  parameter R = 1.0
  local u
    u = Va - Vb
    u = R*i
end
model type %s_src
  cut A(Va/-i), B(Vb/i)
  main path P < A - B >
  terminal V
    V = Va - Vb
end
model type %s_gnd
  main cut A(V/.)
    V = 0
end""" % (k, k, k)]
        decls += ["submodel (%s_src) %su" % (k, k), "submodel (%s_gnd) %sg" % (k, k), "local %s" % x]
        eqs = ["connect %sg - \\%su - %s - %sg" % (k, k, text, k), "%su.V = 2 + Time" % k, "%s = %su.i" % (x, k)]
        self.model.defs += defs
        self.model.units.append(Unit("raw", x, R, x=(decls, eqs, [], [], {x: lambda env: (2 + env.now) / total}, [])))

    def graph(self):
        """Any graph of resistors between nodes, with a table or a submodel beside it."""
        r = self.r
        k = self.plain("G")
        x = self.plain_name()
        edges, n = templates.graph(r)
        defs = ["""model type %s_two
  cut A(Va/i), B(Vb/-i)
  main path P < A - B >
  local u
    u = Va - Vb
end
model type %s_res
  inherit %s_two
  parameter R = 1.0
    R*i = u
end
model type %s_src
  cut A(Va/-i), B(Vb/i)
  main path P < A - B >
  terminal V
    V = Va - Vb
end
model type %s_gnd
  main cut A(V/.)
    V = 0
end""" % ((k,) * 5)]
        decls = ["submodel (%s_res) %sr%d(R = %s)" % (k, k, i, v) for i, (_, _, v) in enumerate(edges)]
        decls += ["submodel (%s_src) %su" % (k, k), "submodel (%s_gnd) %sg" % (k, k), "local %s" % x,
                  "node " + ", ".join("%sn%d" % (k, i) for i in range(n))]
        eqs = ["connect %sg at %sn0" % (k, k), "connect %su from %sn1 to %sn0" % (k, k, k)]
        eqs += ["connect %sr%d from %sn%d to %sn%d" % (k, i, k, p, k, q) for i, (p, q, _) in enumerate(edges)]
        eqs += ["%su.V = 1 + Time" % k, "%s = %su.i" % (x, k)]
        g = templates.conductance(edges, n)
        self.model.defs += defs
        self.model.units.append(Unit("raw", x, R, x=(decls, eqs, [], [], {x: lambda env: (1 + env.now) * g}, [])))

    def table(self):
        """A table at its own points."""
        r = self.r
        k, x = self.plain("tb"), self.plain_name()
        points = [(float(i), r.choice([0.0, 1.0, 2.5, -1.0])) for i in range(r.choice([2, 3, 4]))]
        self.model.defs.append("table %s(h)\n" % k + "".join("  %s  %s\n" % p for p in points) + "end")
        h, v = r.choice(points)
        self.model.units.append(Unit("raw", x, R, x=(["local %s" % x], ["%s = %s(%s) + Time" % (x, k, h)], [], [],
                                                     {x: lambda env: v + env.now}, [])))

    def make(self):
        r = self.r
        self.events = True
        for _ in range(r.choice([0, 1, 1, 2])):
            self.function()
        for _ in range(r.choice([1, 2, 4, 6])):
            self.unit()
        if r.random() < 0.2:
            self.table()
        if r.random() < 0.3:
            self.graph()
        if r.random() < 0.3 or not self.model.units:
            self.network()
        return self.model
