"""features.py - parts of models, as in templates.py, for what whole chapters of the specification are about: clocks, streams,
expandable connectors, operator records, default arguments, arrays of records, slices, arrays of connectors, elsewhen, state
machines, external functions and objects, models with events (hybrid.py).
"""
import bisect
import math

from hybrid import hybrid
from templates import INT, REAL, raw

TICKS = (3, 10)  # Clock(3, 10): no tick falls on a time of comparison but 0


def clocked(m):
    """Sums over ticks, and sub-clocks of them."""
    r = m.r
    k, x = m.plain("ck"), m.name()
    c, every = r.randint(1, 4), r.choice([1, 1, 2, 3])
    shift = r.choice([0, 0, 1])
    decls = ["Real %s_u;" % k, "Real %s_y(start = %d);" % (k, c), "Real %s_o(start = 0);" % k, "Real %s;" % x, "Integer %s_n(start = 0);" % k, "Integer %s_i;" % k]
    out = "%s_y" % k if every == 1 else "subSample(%s_y, %d)" % (k, every)
    if shift:
        out = "shiftSample(%s, %d)" % (out, shift)
    eqs = ["%s_u = sample(%d*time, Clock(%d, %d));" % (k, c, *TICKS), "%s_y = previous(%s_y) + %s_u;" % (k, k, k), "%s_o = %s;" % (k, out), "%s = hold(%s_o);" % (x, k),
           r.choice(["%s_n = previous(%s_n) + (if %s_u >= 0 then 1 else 2);" % (k, k, k),
                     "when Clock(%d, %d) then %s_n = previous(%s_n) + 1; end when;" % (*TICKS, k, k)]), "%s_i = hold(%s_n);" % (k, k)]

    def y(env):  # c*0.3*i at tick i, which every-th of them shows
        last = 3 if env.now > 0.9 else 2 if env.now > 0.6 else 1 if env.now > 0.3 else 0
        last -= last % every
        return c + sum(c * 0.3 * i for i in range(last + 1))
    values = {k + "_i": lambda env: 1 + (env.now > 0.3) + (env.now > 0.6) + (env.now > 0.9)}
    if not shift:
        values[x] = y
    return [], raw(x, REAL, decls, eqs, values=values, more=[(k + "_i", INT)])


def stream(m):
    """Flows that meet in a point mix what they carry."""
    r = m.r
    k, x = m.plain("St"), m.name()
    n = r.choice([1, 2, 3])
    flows, h = [r.randint(1, 5) for _ in range(n)], [r.randint(-3, 9) for _ in range(n)]
    defs = ["connector %s_C Real p; flow Real f; stream Real h; end %s_C;" % (k, k),
            "model %s_S %s_C c; parameter Real f = 1; parameter Real h = 1; equation c.f = -f; c.h = h + time; end %s_S;" % (k, k, k),
            "model %s_T %s_C c; Real y = inStream(c.h); Real z = actualStream(c.h)*c.f; equation c.p = 1; c.h = 100; end %s_T;" % (k, k, k)]
    decls = ["%s_S %s_s[%d](f = {%s}, h = {%s});" % (k, k, n, ", ".join(map(str, flows)), ", ".join(map(str, h))),
             "%s_T %s_t;" % (k, k), "Real %s = %s_t.y;" % (x, k), "Real %s_z = %s_t.z;" % (k, k)]
    eqs = ["for i in 1:%d loop connect(%s_s[i].c, %s_t.c); end for;" % (n, k, k)] if r.random() < 0.5 else [
        "connect(%s_s[%d].c, %s_t.c);" % (k, i + 1, k) for i in range(n)]
    total = sum(flows)

    def mixed(env):
        return sum(f * (a + env.now) for f, a in zip(flows, h)) / total
    return defs, raw(x, REAL, decls, eqs, values={x: mixed, k + "_z": lambda env: total * mixed(env)}, more=[(k + "_z", REAL)])


def bus(m):
    """Expandable connectors: what is connected to them is in them, also through others."""
    r = m.r
    k, x = m.plain("Bu"), m.name()
    a, b = r.randint(1, 4), r.randint(1, 4)
    through = r.random() < 0.5
    defs = ["connector %s_I = input Real;" % k, "connector %s_O = output Real;" % k,
            "expandable connector %s_B end %s_B;" % (k, k),
            "model %s_W %s_B bus; %s_O y = %d*time + %d; %s_O v[2] = {time, 2}; equation connect(y, bus.s); connect(v, bus.v); end %s_W;" % (
                k, k, k, a, b, k, k),
            "model %s_R %s_B bus; %s_I u; %s_I w[2]; equation connect(bus.s, u); connect(bus.v, w); end %s_R;" % (k, k, k, k, k)]
    decls = ["%s_W %s_w;" % (k, k), "%s_R %s_r;" % (k, k), "Real %s = %s_r.u;" % (x, k), "Real %s_v = sum(%s_r.w);" % (k, k)]
    eqs = ["connect(%s_w.bus, %s_r.bus);" % (k, k)]
    if through:
        decls.append("%s_B %s_b;" % (k, k))
        eqs = ["connect(%s_w.bus, %s_b);" % (k, k), "connect(%s_b, %s_r.bus);" % (k, k)]
    return defs, raw(x, REAL, decls, eqs, values={x: lambda env: a * env.now + b, k + "_v": lambda env: env.now + 2}, more=[(k + "_v", REAL)])


def operator_record(m):
    """Complex numbers of one's own, in random expressions, functions and arrays."""
    r = m.r
    k, x = m.plain("Op"), m.name()
    def operator(name, *functions):
        return " encapsulated operator %s import %s; %s end %s;" % (name, k, " ".join(
            "function %s %s output %s w; algorithm w := %s; end %s;" % (f, inputs, k, value, f) for f, inputs, value in functions), name)
    two = "input %s u; input %s v;" % (k, k)
    m.model.outside.append("operator record %s Real a; Real b;%s end %s;" % (k, "".join([
        " encapsulated operator 'constructor' import %s; function make input Real a; input Real b = 0; output %s z; algorithm z.a := a; z.b := b; "
        "end make; end 'constructor';" % (k, k),
        operator("'0'", ("zero", "", "%s(0, 0)" % k)),
        operator("'+'", ("add", two, "%s(u.a + v.a, u.b + v.b)" % k)),
        operator("'-'", ("negate", "input %s u;" % k, "%s(-u.a, -u.b)" % k), ("subtract", two, "%s(u.a - v.a, u.b - v.b)" % k)),
        operator("'*'", ("multiply", two, "%s(u.a*v.a - u.b*v.b, u.a*v.b + u.b*v.a)" % k))]), k))
    defs = ["function %s_f input %s z[:]; output %s s; algorithm s := %s(0, 0); for i in 1:size(z, 1) loop s := s*z[i] + z[i]; end for; end %s_f;" % (
        (k,) * 5)]

    def make(depth):
        what = r.randrange(6) if depth else 0
        if what < 2:
            a, b = r.randint(-2, 3), r.randint(-2, 3)
            return r.choice([("%s(%d + time, %d)" % (k, a, b), lambda t: complex(a + t, b)), ("%s(%d, %d)" % (k, a, b), lambda t: complex(a, b)),
                             ("%s(%d)" % (k, a), lambda t: complex(a, 0))])
        (e, f), (g, h) = make(depth - 1), make(depth - 1)
        return [("(%s + %s)" % (e, g), lambda t: f(t) + h(t)), ("(%s - %s)" % (e, g), lambda t: f(t) - h(t)),
                ("%s*%s" % (e, g), lambda t: f(t) * h(t)), ("%s_f({%s, %s})" % (k, e, g), lambda t: f(t) * h(t) + h(t))][what - 2]
    e, f = make(3)
    decls = ["%s %s_z = %s;" % (k, k, e), "Real %s = %s_z.a;" % (x, k), "Real %s_b = %s_z.b;" % (k, k),
             "%s %s_s[1] = {{%s_z, %s(1, time)}}*{%s(2), %s_z};" % (k, k, k, k, k, k), "Real %s_c = %s_s[1].a;" % (k, k)]

    def dot(t):
        return f(t) * 2 + complex(1, t) * f(t)
    return defs, raw(x, REAL, decls, values={x: lambda env: f(env.now).real, k + "_b": lambda env: f(env.now).imag,
                                            k + "_c": lambda env: dot(env.now).real}, more=[(k + "_b", REAL), (k + "_c", REAL)])


def default_arguments(m):
    """Inputs of functions with values that follow from others, given by name or not."""
    r = m.r
    k, x = m.plain("Da"), m.name()
    defs = ["function %s_g input Real a; input Real s[:] = {a, 2*a}; output Real y; output Real z = sum(s); algorithm y := a + z; end %s_g;" % (k, k),
            "function %s_f input Real a; input Real b = 2*a; input Real c = b + %s_g(a); input Boolean q = c > b; output Real y; algorithm "
            "y := if q then a + 10*b + 100*c else -a; end %s_f;" % (k, k, k)]

    def f(a, b=None, c=None, q=None):
        b = 2 * a if b is None else b
        c = b + a + 3 * a if c is None else c
        return a + 10 * b + 100 * c if (c > b if q is None else q) else -a
    calls = [("%s_f(time + 1)", lambda t: f(t + 1)), ("%s_f(time + 1, c = 3)", lambda t: f(t + 1, c=3)), ("%s_f(c = time, a = 2)", lambda t: f(2, c=t)),
             ("%s_f(2, 3, q = true)", lambda t: f(2, 3, q=True)), ("%s_f(b = time, a = -1)", lambda t: f(-1, t)),
             ("%s_f(1, time, 5, false)", lambda t: f(1, t, 5, False))]
    (e, v), (e2, v2) = r.choice(calls), r.choice(calls)
    where = r.random()
    text = "%s + noEvent(%s)" % (e % k, e2 % k)
    if where < 0.5:
        return defs, raw(x, REAL, ["Real %s = %s;" % (x, text)], values={x: lambda env: v(env.now) + v2(env.now)})
    return defs, raw(x, REAL, ["Real %s;" % x], alg=["%s := %s;" % (x, e % k), "%s := %s + %s;" % (x, x, e2 % k)],
                     values={x: lambda env: v(env.now) + v2(env.now)})


def records_of_records(m):
    """Arrays of records in records, whole, sliced, in functions, in algorithms."""
    r = m.r
    k, x = m.plain("Rr"), m.name()
    n = r.choice([1, 2, 3])
    defs = ["record %s_I Real a; Integer b[2]; end %s_I;" % (k, k), "record %s_O %s_I r[%d]; Real w = 1; end %s_O;" % (k, k, n, k),
            "function %s_f input %s_O o; input Integer s; output %s_O q; algorithm q := o; for i in 1:size(o.r, 1) loop "
            "q.r[i].a := o.r[i].a*s; q.r[i].b[2] := o.r[i].b[1] + s; end for; q.w := sum(o.r.a) + sum(o.r[:].b[1]); end %s_f;" % ((k,) * 4)]
    s = r.randint(2, 4)
    one = "%s_O(r = {%s})" % (k, ", ".join("%s_I(time + %d, {%d, 7})" % (k, i, i * i) for i in range(1, n + 1)))
    e, v = r.choice([
        ("sum(%s_q.r.a)", lambda t: s * sum(t + i for i in range(1, n + 1))),
        ("%s_q.w", lambda t: sum(t + i for i in range(1, n + 1)) + sum(i * i for i in range(1, n + 1))),
        ("%%s_q.r[%d].b[2]" % n, lambda t: n * n + s),
        ("sum(%%s_q.r[1:%d].b[2])" % n, lambda t: sum(i * i + s for i in range(1, n + 1))),
        ("sum(%s_q.r.b)", lambda t: sum(2 * i * i + s for i in range(1, n + 1))),
        ("sum(%%s_q.r[{%d}].a)" % n, lambda t: s * (t + n))])
    decls = ["%s_O %s_o = %s;" % (k, k, one), "%s_O %s_q = %s_f(%s_o, %d);" % (k, k, k, k, s), "Real %s = %s;" % (x, e % k)]
    return defs, raw(x, REAL, decls, values={x: lambda env: float(v(env.now))})


def slices(m):
    """Parts of matrices taken and assigned in a function, with end, ranges and lists of subscripts."""
    r = m.r
    k, x = m.plain("Sl"), m.name()
    rows, cols = r.randint(2, 4), r.randint(2, 4)
    a = [[10 * i + j for j in range(cols)] for i in range(rows)]
    text, steps = [], []

    def subscripts(n):
        what = r.randrange(5)
        if what == 0:
            return ":", list(range(n))
        if what == 1:
            return "2:end", list(range(1, n))
        if what == 2:
            return "end:-1:1", list(range(n - 1, -1, -1))
        if what == 3:
            return "{1, end}" if n > 1 else "{1}", sorted({0, n - 1})
        return "1:1", [0]
    for _ in range(r.randint(1, 4)):
        (s, i), (t, j) = subscripts(rows), subscripts(cols)
        f = r.choice([2, -1, 3])
        if r.random() < 0.5 and len(i) == rows and s == ":":
            c = r.randrange(cols)
            text.append("b[:, %d] := %d*b[:, %d] .+ t;" % (c + 1, f, c + 1))
            steps.append(("column", c, f))
        else:
            text.append("b[%s, %s] := %d*b[%s, %s];" % (s, t, f, s, t))
            steps.append(("block", i, j, f))
    defs = ["function %s_f input Real a[:, :]; input Real t; output Real b[size(a, 1), size(a, 2)] = a; algorithm %s end %s_f;" % (k, " ".join(text), k)]

    def value(env):
        b = [[float(y) for y in row] for row in a]
        for step in steps:
            if step[0] == "column":
                for row in b:
                    row[step[1]] = step[2] * row[step[1]] + env.now
            else:
                for i in step[1]:
                    for j in step[2]:
                        b[i][j] *= step[3]
        return sum((i + 1) * y + j for i, row in enumerate(b) for j, y in enumerate(row))
    lits = "{" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in a) + "}"
    decls = ["Real %s_m[%d, %d] = %s_f(%s, time);" % (k, rows, cols, k, lits),
             "Real %s = sum(i*%s_m[i, j] + j - 1 for i in 1:%d, j in 1:%d);" % (x, k, rows, cols)]
    return defs, raw(x, REAL, decls, values={x: value})


def chain_of_blocks(m):
    """Arrays of components whose connectors are connected in loops, slices and one by one."""
    r = m.r
    k, x = m.plain("Ch"), m.name()
    n = r.choice([1, 2, 3, 5])
    gains = [r.randint(-2, 3) for _ in range(n)]
    defs = ["connector %s_I = input Real;" % k, "connector %s_O = output Real;" % k,
            "block %s_B %s_I u; %s_O y; parameter Real g = 1; equation y = g*u + 1; end %s_B;" % (k, k, k, k)]
    decls = ["%s_B %s_b[%d](g = {%s});" % (k, k, n, ", ".join(map(str, gains))), "%s_O %s_u = time;" % (k, k), "Real %s = %s_b[end].y;" % (x, k)]
    eqs = ["connect(%s_u, %s_b[1].u);" % (k, k)]
    way = r.randrange(3)
    if n > 1 and way == 0:
        eqs.append("for i in 2:%d loop connect(%s_b[i - 1].y, %s_b[i].u); end for;" % (n, k, k))
    elif n > 1 and way == 1:
        eqs.append("connect(%s_b[1:end - 1].y, %s_b[2:end].u);" % (k, k))
    else:
        eqs += ["connect(%s_b[%d].u, %s_b[%d].y);" % (k, i + 1, k, i) for i in range(1, n)]

    def value(env):
        u = env.now
        for g in gains:
            u = g * u + 1
        return u
    return defs, raw(x, REAL, decls, eqs, values={x: value})


def elsewhen(m):
    """Branches of when in their order, with arrays and pre of them, as equations or statements."""
    r = m.r
    k, x = m.plain("Ew"), m.name()
    t1, t2 = r.choice([0.2, 0.41]), r.choice([0.5, 0.45])
    op = r.choice(["=", ":="])
    body = ["when {time > %s, time > 0.8} then" % t1, "%s_v %s pre(%s_v) + {1, 2};" % (k, op, k), "%s_n %s 1;" % (k, op),
            "elsewhen time > %s then" % r.choice([t2, t2]), "%s_v %s 2*pre(%s_v);" % (k, op, k), "%s_n %s pre(%s_n) + 5;" % (k, op, k),
            "elsewhen time > %s then" % t1, "%s_v %s {100, 100};" % (k, op), "%s_n %s 77;" % (k, op), "end when;"]
    decls = ["Integer %s_v[2](start = {3, 4}, each fixed = true);" % k, "Integer %s_n(start = 0, fixed = true);" % k,
             "Integer %s = %s_v[1] + 10*%s_v[2];" % (x, k, k)]
    text = [" ".join(body)]

    def run(env):
        v, n = [3, 4], 0
        for at, what in sorted([(t1, 0), (t2, 1), (0.8, 0)]):
            if env.now > at:
                v, n = ([v[0] + 1, v[1] + 2], 1) if what == 0 else ([2 * v[0], 2 * v[1]], n + 5)
        return v, n
    return [], raw(x, INT, decls, text if op == "=" else [], alg=text if op == ":=" else [],
                   values={x: lambda env: run(env)[0][0] + 10 * run(env)[0][1], k + "_n": lambda env: run(env)[1]}, more=[(k + "_n", INT)])


def semi_linear(m):
    """semiLinear, homotopy and other operators that say more to a solver than to a reader."""
    r = m.r
    x = m.name()
    a, b = r.randint(-2, 4), r.randint(-2, 4)
    e, v = r.choice([("semiLinear(time - 0.5, %d, %d)" % (a, b), lambda t: (t - 0.5) * (a if t >= 0.5 else b)),
                     ("homotopy(actual = %d*time, simplified = %d)" % (a, b), lambda t: a * t),
                     ("smooth(0, if time > 0.5 then %d*(time - 0.5) else 0)" % a, lambda t: a * max(0.0, t - 0.5)),
                     ("sum(semiLinear((time - 0.5)*i, %d, %d) for i in {-1, 1})" % (a, b), lambda t: abs(t - 0.5) * (a - b)),
                     ("noEvent(if time > 0.5 then %d else %d)*smooth(1, time^2)" % (a, b), lambda t: (a if t > 0.5 else b) * t * t)])
    return [], raw(x, REAL, ["Real %s = %s;" % (x, e)], values={x: lambda env: v(env.now)})


class Machine:
    """A random state machine and what it does (17.3.4 of the specification). Every state counts its ticks in n, which a reset
    takes back, and changes v, which all of them determine; one of them may have a machine of two states inside."""
    TICK = (7, 200)

    def __init__(self, r):
        n = self.n = r.randint(2, 4)
        self.by, self.start, self.v0 = [r.randint(1, 5) for _ in range(n)], [r.randint(0, 2) for _ in range(n)], r.randint(0, 9)
        self.factor = [r.choice([1, 1, 3, -1]) for _ in range(n)]
        self.inside = r.choice([None, None, (r.randrange(n), r.randint(3, 6))])
        self.t = []  # (from, to, condition as text, the same of (tick, v, ticks in the state), immediate, reset), strongest first of each state
        pairs = {(i, j) if r.random() < 0.7 else (j, i) for j in range(1, n) for i in [r.randrange(j)]}  # so that it is one machine
        pairs |= set(r.sample([(i, j) for i in range(n) for j in range(n) if i != j], r.randint(0, n)))
        for i, j in sorted(pairs, key=lambda p: (p[0], r.random())):
            self.t.append((i, j) + self.condition(r))

    @staticmethod
    def condition(r):
        a, b = r.randint(1, 4), r.randint(5, 20)
        immediate, reset = r.random() < 0.5, r.random() < 0.5
        text, value = r.choice([("{t} >= %d" % b, lambda t, v, k: t >= b), ("mod({t}, %d) == %d" % (a + 1, a), lambda t, v, k: t % (a + 1) == a),
                                ("{v} > %d" % b, lambda t, v, k: v > b)] + ([] if immediate else [
                                    ("ticksInState() >= %d" % a, lambda t, v, k: k >= a), ("true", lambda t, v, k: True)]))
        return text, value, immediate, reset

    def run(self, ticks):
        """At the end of that many: active state (0 ..), v, n of all states, the inner state."""
        state, delayed, v, ticks_in, n = 0, [], self.v0, 0, list(self.start)
        inner, executed = 0, False
        for tick in range(ticks):
            fired = None
            if tick:
                for t in self.t:  # the strongest that may
                    if t[0] == state and (any(t is d for d in delayed) if not t[4] else t[3](tick, v, ticks_in)):
                        fired = t
                        break
            ticks_in = 1 if fired else ticks_in + 1
            state = fired[1] if fired else state
            restart = fired[5] if fired else tick == 0
            before = self.start[state] if restart else n[state]
            n[state] = before + 1
            if self.inside and self.inside[0] == state:
                inner = 0 if restart or not executed else 1 if before >= self.inside[1] else inner
                executed = True
            v = (self.factor[state] * v + self.by[state]) % 23
            delayed = [t for t in self.t if t[0] == state and not t[4] and t[3](tick, v, ticks_in)]
        return state, v, n, inner

    def classes(self, k):
        out = ["block %s_S parameter Integer by = 1; parameter Integer factor = 1; Integer n(start = 0); outer output Integer %s_v; equation "
               "n = previous(n) + 1; %s_v = mod(factor*previous(%s_v) + by, 23); end %s_S;" % ((k,) * 5)]
        if self.inside:
            out += ["block %s_E end %s_E;" % (k, k),
                    "block %s_M extends %s_S; %s_E a, b; Integer in2; equation initialState(a); transition(a, b, previous(n) >= %d); "
                    "in2 = if activeState(b) then 1 else 0; end %s_M;" % (k, k, k, self.inside[1], k)]
        return out

    def equations(self, r, k):
        eqs, rank = ["initialState(%s_s1);" % k], {}
        for t in self.t:
            rank[t[0]] = rank.get(t[0], 0) + 1
            c = t[2].format(t=k + "_t", v="previous(%s_v)" % k if t[4] else k + "_v")
            more = [] if t[4] and r.random() < 0.5 else ["immediate = " + str(t[4]).lower()]
            more += [] if t[5] and r.random() < 0.5 else ["reset = " + str(t[5]).lower()]
            more += [] if rank[t[0]] == 1 else ["priority = %d" % rank[t[0]]]
            eqs.append("transition(%s);" % ", ".join(["%s_s%d" % (k, t[0] + 1), "%s_s%d" % (k, t[1] + 1), c] + more))
        r.shuffle(eqs)
        return eqs


def machine(m):
    r = m.r
    k, x, a = m.plain("Sm"), m.name(), Machine(m.r)
    decls = ["inner Integer %s_v(start = %d);" % (k, a.v0), "Integer %s_t(start = -1);" % k, "Integer %s_a;" % k, "Integer %s_h;" % k, "Integer %s;" % x]
    for i in range(a.n):
        decls.append("%s_%s %s_s%d(by = %d, factor = %d, n(start = %d));" % (
            k, "M" if a.inside and a.inside[0] == i else "S", k, i + 1, a.by[i], a.factor[i], a.start[i]))
    eqs = a.equations(r, k) + [
        "when Clock(%d, %d) then %s_t = previous(%s_t) + 1; end when;" % (*a.TICK, k, k), "%s = hold(%s_v);" % (x, k), "%s_h = hold(%s_a);" % (k, k),
        "%s_a = (if %s_t < 0 then 100 else 0) + %s;" % (k, k, " + ".join("(if activeState(%s_s%d) then %d else 0)" % (k, i + 1, i + 1) for i in range(a.n)))]
    seen, more = {}, [(k + "_h", INT)]

    def at(env):
        ticks = 1 + int(env.now * a.TICK[1] / a.TICK[0] + 1e-9)
        if ticks not in seen:
            seen[ticks] = a.run(ticks)
        return seen[ticks]
    values = {x: lambda env: at(env)[1], k + "_h": lambda env: at(env)[0] + 1}
    for i in range(a.n):
        decls.append("Integer %s_n%d;" % (k, i + 1))
        eqs.append("%s_n%d = hold(%s_s%d.n);" % (k, i + 1, k, i + 1))
        values["%s_n%d" % (k, i + 1)] = lambda env, i=i: at(env)[2][i]
        more.append(("%s_n%d" % (k, i + 1), INT))
    if a.inside:
        decls.append("Integer %s_in;" % k)
        eqs.append("%s_in = hold(%s_s%d.in2);" % (k, k, a.inside[0] + 1))
        values[k + "_in"] = lambda env: at(env)[3]
        more.append((k + "_in", INT))
    return a.classes(k), raw(x, INT, decls, eqs, values=values, more=more)


def curve(m):
    """External objects: tables that functions of the model, components and arrays of them share."""
    r = m.r
    k, x = m.plain("Cu"), m.name()
    n = r.randint(2, 5)
    xs = sorted(r.sample(range(-4, 9), n))
    ys = [r.randint(-5, 9) for _ in range(n)]
    other = [y + i for i, y in enumerate(ys)]
    call = "ModelicaStandardTables_CombiTable1D_"
    defs = ["class %s extends ExternalObject; function constructor input Real table[:, :]; input Integer column = 2; output %s c; external \"C\" "
            "c = %sinit2(\"NoName\", \"NoName\", table, size(table, 1), size(table, 2), {column}, size({column}, 1), 1, 2, false); end constructor; "
            "function destructor input %s c; external \"C\" %sclose(c); end destructor; end %s;" % (k, k, call, k, call, k),
            "function %s_at input %s c; input Real u; output Real y; external \"C\" y = %sgetValue(c, 1, u); annotation(derivative = %s_slope); "
            "end %s_at;" % (k, k, call, k, k),
            "function %s_slope input %s c; input Real u; input Real du; output Real y; external \"C\" y = %sgetDerValue(c, 1, u, du); "
            "end %s_slope;" % (k, k, call, k),
            "function %s_last input %s c; output Real y; external \"C\" y = %smaximumAbscissa(c); end %s_last;" % (k, k, call, k),
            "function %s_twice input %s c; input Real u[:]; output Real y; algorithm y := 0; for i in 1:size(u, 1) loop "
            "y := y + %s_at(c, u[i]); end for; y := 2*y; end %s_twice;" % (k, k, k, k),
            "block %s_B parameter Real g = 1; parameter %s c; Real y = g*%s_at(c, time); end %s_B;" % (k, k, k, k)]
    table = "{" + ", ".join("{%d, %d, %d}" % t for t in zip(xs, ys, other)) + "}"

    def at(u, y=ys):
        i = min(max(bisect.bisect_right(xs, u), 1), n - 1)
        return y[i - 1] + (y[i] - y[i - 1]) * (u - xs[i - 1]) / (xs[i] - xs[i - 1])
    a, b = r.randint(1, 5), r.randint(-3, 3)
    decls = ["parameter %s %s_c = %s(%s);" % (k, k, k, table), "parameter %s %s_d = %s(table = %s, column = 3);" % (k, k, k, table)]
    e, v = r.choice([("%s_at(%s_c, %d*time + (%d))" % (k, k, a, b), lambda t: at(a * t + b)),
                     ("%s_twice(%s_d, {time, %d, %d*time})" % (k, k, b, a), lambda t: 2 * (at(t, other) + at(b, other) + at(a * t, other))),
                     ("%s_last(%s_c) + %s_at(%s_d, time)" % (k, k, k, k), lambda t: xs[-1] + at(t, other)),
                     ("sum(%s_at(%s_c, i*time) for i in 1:3)" % (k, k), lambda t: sum(at(i * t) for i in (1, 2, 3))),
                     ("%s_b[1].y + %s_b[2].y" % (k, k), lambda t: 2 * at(t) + a * at(t))])
    if "_b[1]" in e:
        decls.append("%s_B %s_b[2](g = {2, %d}, each c = %s_c);" % (k, k, a, k))
    if r.random() < 0.5:
        return defs, raw(x, REAL, decls + ["Real %s = %s;" % (x, e)], values={x: lambda env: v(env.now)})
    return defs, raw(x, REAL, decls + ["Real %s;" % x], alg=["%s := %s;" % (x, e), "%s := %s - %s_at(%s_c, 1);" % (x, x, k, k)],
                     values={x: lambda env: v(env.now) - at(1)})


def foreign(m):
    """External functions: numbers, texts, several results, arrays of the caller's."""
    r = m.r
    k, x = m.plain("Fo"), m.name()
    word = r.choice(["abcäz", "12.5 7", "x", "a b  c", "-3e2;"])
    i, j = r.randint(1, 3), r.randint(3, 4)
    defs = ["function %s_h input Real a; input Real b; output Real y; external \"C\" y = hypot(a, b); end %s_h;" % (k, k),
            "function %s_m input Real a; input Real b; output Real y; external \"C\" y = fmod(a, b); end %s_m;" % (k, k),
            "function %s_n input String s; output Integer n; external \"C\" n = ModelicaStrings_length(s); end %s_n;" % (k, k),
            "function %s_s input String s; input Integer i; input Integer j; output String t; external \"C\" "
            "t = ModelicaStrings_substring(s, i, j); end %s_s;" % (k, k),
            "function %s_r input String s; output Integer next; output Real v; external \"C\" "
            "ModelicaStrings_scanReal(s, 1, false, next, v); end %s_r;" % (k, k),
            "function %s_v input String s; output Real v; protected Integer next; algorithm (next, v) := %s_r(s); v := v + next; end %s_v;" % (k, k, k)]
    a, b = r.randint(1, 9), r.randint(1, 5)
    size = len(word.encode())
    end = min(j, size)
    part = word.encode()[min(i, end) - 1:end]
    number = r.choice([(3.25, "3.25"), (-40.0, "-4e1"), (7.0, "7 x")])
    e, v = r.choice([("%s_h(%d*time, %d)" % (k, a, b), lambda t: math.hypot(a * t, b)),
                     ("sum(%s_h({time, 1}, {%d, %d}))" % (k, a, b), lambda t: math.hypot(t, a) + math.hypot(1, b)),
                     ("%s_m(%d + time, %d + 0.5)" % (k, a, b), lambda t: math.fmod(a + t, b + 0.5)),
                     ('%s_n("%s") + time' % (k, word), lambda t: size + t),
                     ('%s_n(%s_s("%s", %d, %d) + "%s")' % (k, k, word, min(i, end), end, "!" * b), lambda t: len(part) + b),
                     ('%s_v("%s" + (if time > 0.5 then "" else " "))' % (k, number[1]), lambda t: number[0] + 1 + len(number[1].split()[0]))])
    if r.random() < 0.5:
        return defs, raw(x, REAL, ["Real %s = %s;" % (x, e)], values={x: lambda env: float(v(env.now))})
    return defs, raw(x, REAL, ["Real %s;" % x], alg=["%s := %d;" % (x, a), "if %s > 0 then %s := %s + %s; end if;" % (x, x, x, e)],
                     values={x: lambda env: a + float(v(env.now))})


FEATURES = [clocked, stream, bus, operator_record, default_arguments, records_of_records, slices, chain_of_blocks, elsewhen, semi_linear, machine, curve, foreign, hybrid]
