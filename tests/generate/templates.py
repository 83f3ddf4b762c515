"""templates.py - parts of models that are written out, with random pieces: what the grammar alone would seldom meet.

Each function takes the maker and returns (classes as text, unit) or None. A unit has the text of its declarations,
equations, initial equations, initial statements, and the values of its variables.
"""
from grammar import CONT
from tree import Unit, text

REAL, INT, BOOL = ("R", ()), ("I", ()), ("B", ())


def raw(name, t, decls, eqs=(), init=(), initalg=(), values=None, more=(), alg=()):
    return Unit("raw", name, t, x=(list(decls), list(eqs), list(init), list(initalg), values or {}, list(alg)), more=more)


# ---- Good models ----

def flexible_record(m):
    """A record whose array has the size of its value, through functions."""
    r = m.r
    n = r.choice([0, 1, 2, 3]) if m.zero else r.choice([1, 2, 3])
    x, b, k = m.name(), r.choice(["Real", "Integer"]), m.plain("RF")
    values = [r.randint(-3, 9) for _ in range(n)]
    lits = "{" + ", ".join(map(str, values)) + "}" if n else "zeros(0)" if b == "Real" else "fill(1, 0)"
    defs = ["record %s %s v[:]; Real w = 1; end %s;" % (k, b, k),
            "function %s_sum input %s r; output Real y; algorithm y := sum(r.v) + r.w; end %s_sum;" % (k, k, k),
            "function %s_make input %s v[:]; output %s r; algorithm r := %s(v, 2); end %s_make;" % (k, b, k, k, k)]
    e = r.choice(["%s_sum(%s(%s))" % (k, k, lits), "%s_sum(%s(v = %s, w = 1))" % (k, k, lits),
                  "%s_sum(if time > 0.4 then %s(%s) else %s(%s, 1))" % (k, k, lits, k, lits)])
    v = float(sum(values) + 1)
    if r.random() < 0.5:
        e, v = "%s_sum(%s_make(%s))" % (k, k, lits), float(sum(values) + 2)
    return defs, raw(x, REAL, ["Real %s = %s;" % (x, e)], values={x: lambda env: v})


def nested_flexible(m):
    r = m.r
    n = r.choice([1, 2, 3])
    x, k = m.name(), m.plain("RN")
    lits = "{" + ", ".join(str(i + 1) for i in range(n)) + "}"
    defs = ["record %s_in Integer i[:]; end %s_in;" % (k, k), "record %s %s_in r; end %s;" % (k, k, k),
            "function %s_f output %s_in r; algorithm r := %s_in(%s); end %s_f;" % (k, k, k, lits, k)]
    if r.random() < 0.5:
        u = raw(x, INT, ["Integer %s;" % x, "%s q_%s = %s(%s_f());" % (k, k, k, k)], ["%s = sum(q_%s.r.i);" % (x, k)],
                values={x: lambda env: sum(range(1, n + 1))})
    else:
        u = raw(x, INT, ["Integer %s = sum(q_%s.i);" % (x, k), "%s_in q_%s = %s_f();" % (k, k, k)],
                values={x: lambda env: sum(range(1, n + 1))})
    m.doubtful = True
    return defs, u


def extended_record(m):
    """A record with sizes given when it is extended, in and out of a function."""
    r = m.r
    k, x = m.plain("RX"), m.name()
    n = r.choice([1, 2, 3])
    lits = "{" + ", ".join(str(i + 1) for i in range(n)) + "}"
    body = r.choice(["", "outR := inR;", "outR.v := 2*inR.v;"])
    f = {"": 0, "outR := inR;": 1}.get(body, 2)
    defs = ["record %s Real v[:]; end %s;" % (k, k),
            "function %s_f input %s inR; output %s outR; algorithm %s end %s_f;" % (k, k, k, body, k),
            "record %s2 extends %s(v = %s); end %s2;" % (k, k, lits, k)]
    m.doubtful = True
    return defs, raw(x, REAL, ["%s2 %s_a;" % (k, k), "%s2 %s_b = %s_f(%s_a);" % (k, k, k, k),
                               "Real %s = sum(%s_b.v);" % (x, k)],
                     values={} if not body else {x: lambda env: float(f * n * (n + 1) // 2)})


def circuit(m):
    """Resistors in series and parallel with a source, by connectors."""
    r = m.r
    k = m.plain("Ci")
    n = r.choice([1, 2, 3, 4])
    res = [r.choice([1.0, 2.0, 5.0, 10.0]) for _ in range(n)]
    par = r.choice([0, 3.0])
    defs = ["connector %s_P Real v; flow Real i; end %s_P;" % (k, k),
            "partial model %s_Two %s_P p, n; Real u, i; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; end %s_Two;" % (k, k, k),
            "model %s_R extends %s_Two; parameter Real R = 1; equation u = R*i; end %s_R;" % (k, k, k),
            "model %s_V extends %s_Two; Real V = 1; equation u = V; end %s_V;" % (k, k, k),
            "model %s_G %s_P p; equation p.v = 0; end %s_G;" % (k, k, k)]
    x = m.name()
    array = r.random() < 0.4
    decls = ["%s_V %s_s(V = 2 + time);" % (k, k), "%s_G %s_g;" % (k, k)]
    if array:
        decls.append("%s_R %s_r[%d](R = {%s});" % (k, k, n, ", ".join(map(str, res))))
        ref = lambda i: "%s_r[%d]" % (k, i + 1)
    else:
        decls += ["%s_R %s_r%d(R = %s);" % (k, k, i, res[i]) for i in range(n)]
        ref = lambda i: "%s_r%d" % (k, i)
    eqs = ["connect(%s_s.p, %s.p);" % (k, ref(0))]
    if array and n > 1:
        eqs.append("for i in 1:%d loop connect(%s_r[i].n, %s_r[i + 1].p); end for;" % (n - 1, k, k))
    else:
        eqs += ["connect(%s.n, %s.p);" % (ref(i), ref(i + 1)) for i in range(n - 1)]
    eqs += ["connect(%s.n, %s_s.n);" % (ref(n - 1), k), "connect(%s_s.n, %s_g.p);" % (k, k)]
    first = res[0]
    if par:
        decls.append("%s_R %s_q(R = %s);" % (k, k, par))
        eqs += ["connect(%s_q.p, %s.p);" % (k, ref(0)), "connect(%s_q.n, %s.n);" % (k, ref(0))]
        first = first * par / (first + par)
    total = first + sum(res[1:])
    decls.append("Real %s = %s.u;" % (x, ref(n - 1)))
    share = (res[-1] if n > 1 else first) / total
    return defs, raw(x, REAL, decls, eqs, values={x: lambda env: (2 + env.now) * share})


def conductance(edges, n):
    """The current that a volt between the nodes 1 and 0 drives; edges are (from, to, resistance)."""
    a = [[0.0] * n for _ in range(n)]
    for p, q, r in edges:
        for x, y in ((p, q), (q, p)):
            a[x][x] += 1 / r
            a[x][y] -= 1 / r
    free = list(range(2, n))
    b = [-a[i][1] for i in free]
    k = [[a[i][j] for j in free] for i in free]
    for i in range(len(free)):
        for j in range(i + 1, len(free)):
            f = k[j][i] / k[i][i]
            b[j] -= f * b[i]
            k[j] = [x - f * y for x, y in zip(k[j], k[i])]
    v = [0.0] * len(free)
    for i in reversed(range(len(free))):
        v[i] = (b[i] - sum(k[i][j] * v[j] for j in range(i + 1, len(free)))) / k[i][i]
    return a[1][1] + sum(a[1][i] * x for i, x in zip(free, v))


def graph(r):
    """A connected graph of resistors: (edges, nodes)."""
    n = r.choice([2, 3, 3, 4, 5])
    edges = [(r.randrange(i), i, r.choice([1.0, 2.0, 4.0])) for i in range(1, n)]
    for _ in range(r.choice([0, 1, 2, 3])):
        p, q = r.sample(range(n), 2)
        edges.append((p, q, r.choice([1.0, 2.0, 5.0])))
    return edges, n


def network(m):
    """Any graph of resistors, some of them in boxes, with a source between two nodes."""
    r = m.r
    k, x = m.plain("Nw"), m.name()
    edges, n = graph(r)
    defs = ["connector %s_P Real v; flow Real i; end %s_P;" % (k, k),
            "partial model %s_Two %s_P p, n; Real u, i; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; end %s_Two;" % (k, k, k),
            "model %s_R extends %s_Two; parameter Real R = 1; equation u = R*i; end %s_R;" % (k, k, k),
            "model %s_B %s_P p, n; replaceable %s_R a(R = q/2); %s_R b[2](each R = q/4); parameter Real q = 1; equation connect(p, a.p); "
            "connect(a.n, b[1].p); connect(b[1].n, b[2].p); connect(n, b[2].n); end %s_B;" % ((k,) * 5),
            "model %s_V extends %s_Two; Real V = 1; equation u = V; end %s_V;" % (k, k, k),
            "model %s_G %s_P p; equation p.v = 0; end %s_G;" % (k, k, k)]
    decls = ["%s_V %s_s(V = 1 + time);" % (k, k), "%s_G %s_g;" % (k, k)]
    ends = {0: ["%s_s.n" % k, "%s_g.p" % k], 1: ["%s_s.p" % k]}
    for i, (p, q, v) in enumerate(edges):
        e = "%s_e%d" % (k, i)
        decls.append(("%s_B %s(q = %s);" if r.random() < 0.3 else "%s_R %s(R = %s);") % (k, e, v))
        ends.setdefault(p, []).append(e + ".p")
        ends.setdefault(q, []).append(e + ".n")
    eqs = []
    for node, l in ends.items():
        for i in range(1, len(l)):
            a, b = l[i], l[r.randrange(i)]
            eqs.append("connect(%s, %s);" % ((a, b) if r.random() < 0.5 else (b, a)))
    g = conductance(edges, n)
    decls.append("Real %s = -%s_s.p.i;" % (x, k))
    return defs, raw(x, REAL, decls, eqs, values={x: lambda env: (1 + env.now) * g})


def empty_connector(m):
    """Arrays of connectors, some of size 0, joined."""
    r = m.r
    k, x = m.plain("Ce"), m.name()
    a, b = r.choice([0, 1, 2]), r.choice([0, 1, 2])
    if r.random() < 0.3:
        m.doubtful = True
        defs = ["connector %s end %s;" % (k, k)]
        return defs, raw(x, REAL, ["%s %s_u1;" % (k, k), "%s %s_u2[%d];" % (k, k, a), "%s %s_y[%d];" % (k, k, a + 1),
                                   "Real %s = time;" % x], ["[%s_y] = [%s_u1; %s_u2];" % (k, k, k)],
                         values={x: lambda env: env.now})
    defs = ["connector %s = input Real;" % k, "connector %s_o = output Real;" % k,
            "block %s_b parameter Integer n = 1, m = 1; %s u1[n]; %s u2[m]; %s_o y[n + m]; equation "
            "%s end %s_b;" % (k, k, k, k, r.choice(["y = cat(1, u1, u2);", "[y] = [u1; u2];", "[y] = cat(1, [u1], [u2]);"]), k)]
    eqs = ["%s_i.u1 = fill(time, %d);" % (k, a), "%s_i.u2 = fill(2*time, %d);" % (k, b)]
    return defs, raw(x, REAL, ["%s_b %s_i(n = %d, m = %d);" % (k, k, a, b), "Real %s = sum(%s_i.y);" % (x, k)], eqs,
                     values={x: lambda env: (a + 2 * b) * env.now})


def package_constants(m):
    r = m.r
    k, x = m.plain("Pk"), m.name()
    n = r.choice([0, 1, 3])
    defs = ["package %s constant Integer n = %d; constant Real c[n] = {2*i for i in 1:n}; "
            "function f input Real u = 1; output Real y; algorithm y := u + sum(c); end f; "
            "package Inner extends %s_base(q = 5); end Inner; end %s;" % (k, n, k, k),
            "package %s_base constant Real q = 3; function g input Real u; output Real y = q*u; algorithm end g; end %s_base;"
            % (k, k)]
    return defs, raw(x, REAL, ["Real %s = %s.f(time) + %s.Inner.g(2) + %s_base.g(1);" % (x, k, k, k)],
                     values={x: lambda env: env.now + n * (n + 1) + 10 + 3})


def inner_outer(m):
    r = m.r
    k, x = m.plain("Io"), m.name()
    defs = ["model %s_w parameter Real g = 1; Real h = g*time; function f input Real u; output Real y = 2*u; algorithm end f; "
            "end %s_w;" % (k, k),
            "model %s_u outer %s_w w; Real z = w.h + w.g; end %s_u;" % (k, k, k),
            "model %s_m %s_u a, b[%d]; end %s_m;" % (k, k, r.choice([0, 1, 2]), k)]
    g = r.choice([1.0, 2.5])
    mod = "(g = %s)" % g if g != 1 else ""
    if "w" in m.used:
        return None
    m.used.add("w")
    return defs, raw(x, REAL, ["inner %s_w w%s;" % (k, mod), "%s_m %s_i;" % (k, k), "Real %s = %s_i.a.z + sum(%s_i.b.z)*0;" %
                               (x, k, k)], values={x: lambda env: g * env.now + g})


def modifications(m):
    """Nested modifications, each, final, redeclarations, conditional components, extends."""
    r = m.r
    k, x = m.plain("Mo"), m.name()
    n = r.choice([1, 2, 3])
    p, q = r.choice([1.0, 4.0]), r.choice([0.5, 3.0])
    defs = ["model %s_l parameter Real p = 2; parameter Real v[2] = {p, 2*p}; Real y = p*time + sum(v); end %s_l;" % (k, k),
            "model %s_l2 extends %s_l; Real extra = 1 + y; end %s_l2;" % (k, k, k),
            "function %s_f1 input Real u; output Real y = u; algorithm end %s_f1;" % (k, k),
            "function %s_f2 input Real u; output Real y; algorithm y := 2*u; end %s_f2;" % (k, k),
            "model %s_m replaceable %s_l a(p = 3) constrainedby %s_l; replaceable function f = %s_f1; "
            "parameter Boolean use = true; %s_l c if use; %s_l d if not use; Real z = f(a.y); end %s_m;" % ((k,) * 7)]
    kind = r.randrange(6)
    if kind == 0:
        decl, val = "%s_m %s_i(a(p = %s));" % (k, k, p), lambda env: p * env.now + 3 * p
    elif kind == 1:
        decl, val = "%s_m %s_i(redeclare %s_l2 a(p = %s), redeclare function f = %s_f2);" % (k, k, k, p, k), \
            lambda env: 2 * (p * env.now + 3 * p)
    elif kind == 2:
        decl, val = "%s_m %s_i(final a(final p = %s, v = {%s, 1}), use = false);" % (k, k, p, q), \
            lambda env: p * env.now + q + 1
    elif kind == 3:
        decl, val = "%s_m %s_j[%d](each a(p = %s)); Real %s_k = sum(%s_j.z)/%d;" % (k, k, n, p, k, k, n), \
            lambda env: p * env.now + 3 * p
    elif kind == 4:
        decl, val = "%s_m %s_j[%d](a(p = {%s}));" % (k, k, n, ", ".join(str(p + i) for i in range(n))), \
            lambda env: sum((p + i) * env.now + 3 * (p + i) for i in range(n))
    else:
        decl, val = "%s_m2 %s_i;" % (k, k), lambda env: 2 * (q * env.now + 3 * q)
        defs.append("model %s_m2 extends %s_m(redeclare %s_l2 a(p = %s), redeclare function f = %s_f2); end %s_m2;" %
                    (k, k, k, q, k, k))
    e = {3: "%s_k", 4: "sum(%s_j.z)"}.get(kind, "%s_i.z") % k
    return defs, raw(x, REAL, [decl, "Real %s = %s;" % (x, e)], values={x: val})


def recursion(m):
    r = m.r
    k, x = m.plain("fr"), m.name()
    n = r.choice([0, 1, 5, 8])
    defs = ["function %s input Integer n; input Real a[:]; output Real y; algorithm %s end %s;" % (k, r.choice([
        "if n <= 0 then y := sum(a); return; end if; y := %s(n - 1, a) + 1;" % k,
        "y := if n <= 0 then sum(a) else %s(n - 1, a) + 1;" % k,
        "if n <= 0 then y := sum(a); else y := 1 + %s(n - 1, cat(1, a, fill(0, n))); end if;" % k]), k)]
    return defs, raw(x, REAL, ["Real %s = %s(%d, {time, 1});" % (x, k, n)], values={x: lambda env: env.now + 1 + n})


def enumeration_loop(m):
    r = m.r
    k, x = m.plain("En"), m.name()
    defs = ["type %s = enumeration(a, b, c);" % k,
            "function %s_f input Real u[%s]; output Real y = 0; output Integer n = 0; algorithm for e in %s loop y := y + u[e]; "
            "n := n + Integer(e); %s end for; end %s_f;" % (k, k, k, r.choice(["", "if e == %s.b then break; end if;" % k]), k)]
    brk = "break" in defs[1]
    return defs, raw(x, REAL, ["Real %s;" % x, "Integer %s_n;" % k, "Real %s_a[%s] = {time, 1, 2};" % (k, k)],
                     ["(%s, %s_n) = %s_f(%s_a);" % (x, k, k, k)],
                     values={x: lambda env: env.now + (1 if brk else 3), k + "_n": lambda env: 3 if brk else 6},
                     more=())


def function_argument(m):
    """A function as an argument of a function."""
    r = m.r
    k, x = m.plain("fa"), m.name()
    defs = ["partial function %s_p input Real u; output Real y; end %s_p;" % (k, k),
            "function %s_q extends %s_p; input Real a = 2; algorithm y := a*u; end %s_q;" % (k, k, k),
            "function %s input %s_p f; input Real v[:]; output Real s = 0; algorithm for i in 1:size(v, 1) loop "
            "s := s + f(v[i]); end for; end %s;" % (k, k, k)]
    a = r.choice(["", "a = 3"])
    n = r.choice([0, 1, 3])
    return defs, raw(x, REAL, ["Real %s = %s(function %s_q(%s), fill(time, %d));" % (x, k, k, a, n)],
                     values={x: lambda env: n * env.now * (3 if a else 2)})


def when_chain(m):
    """pre, edge, change, several conditions."""
    r = m.r
    k, x = m.plain("wc"), m.name()
    t1 = r.choice([0.2, 0.41])
    decls = ["Boolean %s_b(start = false, fixed = true);" % k, "Integer %s(start = 0, fixed = true);" % x,
             "Integer %s_c(start = 0, fixed = true);" % k]
    eqs = ["%s_b = time > %s and time < 0.8;" % (k, t1),
           "when {edge(%s_b), not %s_b} then %s = pre(%s) + 1; end when;" % (k, k, x, x),
           "when change(%s_b) then %s_c = pre(%s_c) + 1; end when;" % (k, k, k)]

    def n(env):
        return (env.now > t1) + (env.now > 0.8)
    return [], raw(x, INT, decls, eqs, values={x: n, k + "_c": n}, more=[(k + "_c", INT)])


def state_event(m):
    r = m.r
    k, x = m.plain("se"), m.name()
    s = r.choice([1.0, 2.0])
    decls = ["Real %s(start = 0, fixed = true);" % x, "discrete Real %s_n(start = 0, fixed = true);" % k]
    eqs = ["der(%s) = %s;" % (x, s),
           "when %s > %s then reinit(%s, %s); %s_n = pre(%s_n) + 1; end when;" % (x, 0.4 * s, x, r.choice(["0", "pre(%s) - %s" % (
               x, 0.4 * s)]), k, k)]
    return [], raw(x, REAL, decls, eqs, values={x: lambda env: s * (env.now % 0.4),
                                               k + "_n": lambda env: float(env.now // 0.4)}, more=[(k + "_n", REAL)])


def delayed(m):
    r = m.r
    x = m.name()
    d = r.choice([0.1, 0.25])
    return [], raw(x, REAL, ["Real %s = delay(3*time + 1, %s);" % (x, d)], values={x: lambda env: 3 * max(0, env.now - d) + 1})


def initial_when(m):
    """when initial() and reinit at the start."""
    k, x = m.plain("iw"), m.name()
    r = m.r
    if r.random() < 0.5:
        return [], raw(x, INT, ["Integer %s(start = 0, fixed = true);" % x],
                       ["when {initial(), time >= 0.52} then %s = pre(%s) + 1; end when;" % (x, x)],
                       values={x: lambda env: 1 + (env.now > 0.52)})
    return [], raw(x, REAL, ["Real %s(start = 1, fixed = true);" % x],
                   ["der(%s) = 1;" % x, "when {initial(), time >= 0.53} then reinit(%s, 5); end when;" % x],
                   values={x: lambda env: 5 + env.now - (0.53 if env.now > 0.53 else 0)})  # when no sample is taken


def late_sample(m):
    """A sample whose start is found at initialization."""
    k, x = m.plain("ls"), m.name()
    t0 = m.r.choice([0.2, 0.45])
    section = m.r.random() < 0.5
    line = ["%s_t %s %s;" % (k, ":=" if section else "=", t0)]
    return [], raw(x, INT, ["parameter Real %s_t(fixed = false);" % k, "Integer %s(start = 0, fixed = true);" % x],
                   ["when sample(%s_t, 0.3) then %s = pre(%s) + 1; end when;" % (k, x, x)],
                   [] if section else line, line if section else [],
                   values={x: lambda env: sum(1 for i in range(9) if t0 + 0.3 * i <= env.now)})


def delayed_steps(m):
    """The delay of something piecewise constant is exactly a past value."""
    k, x = m.plain("ds"), m.name()
    return [], raw(x, INT, ["Integer %s_k = integer(5.3*time);" % k, "Integer %s = integer(delay(%s_k, 0.1));" % (x, k)],
                   values={x: lambda env: int(5.3 * max(0.0, env.now - 0.1))})


def medium(m):
    """A replaceable package with constants, a record and functions."""
    r = m.r
    k, x = m.plain("Md"), m.name()
    n = r.choice([0, 1, 3])
    defs = ["partial package %s_P constant Integer n = 1; constant Real X[n] = fill(1/n, n); record State Real p; Real X[n]; end State; "
            "replaceable partial function h input State s; output Real y; end h; end %s_P;" % (k, k),
            "package %s_A extends %s_P(n = %d, X = {i*0.5 for i in 1:%d}); redeclare function extends h algorithm y := s.p + sum(s.X); "
            "end h; end %s_A;" % (k, k, n, n, k),
            "model %s_V replaceable package M = %s_P; M.State s = M.State(p = time, X = M.X); Real y = M.h(s); end %s_V;" % (k, k, k)]
    return defs, raw(x, REAL, ["%s_V %s_v(redeclare package M = %s_A);" % (k, k, k), "Real %s = %s_v.y;" % (x, k)],
                     values={x: lambda env: env.now + sum(0.5 * i for i in range(1, n + 1))})


def types(m):
    """Types with attributes and sizes."""
    r = m.r
    k, x = m.plain("Ty"), m.name()
    defs = ["type %s_L = Real(min = -100, unit = \"m\", nominal = 2);" % k, "type %s_V = %s_L[3];" % (k, k),
            "type %s_M = %s_V[2](each max = 50);" % (k, k),
            "function %s_f input %s_V v; output %s_L y; algorithm y := v*v; end %s_f;" % (k, k, k, k),
            "record %s_B %s_V a = {1, 2, 3}; %s_M b; end %s_B;" % (k, k, k, k), "record %s_R extends %s_B(a = {2, 2, 2}); Real c = 1; end %s_R;" %
            (k, k, k)]
    if r.random() < 0.5:
        return defs, raw(x, REAL, ["%s_M %s_m = {{time, 1, 2}, {3, 4, 5}};" % (k, k), "%s_L %s = %s_f(%s_m[1, :]);" % (k, x, k, k)],
                         values={x: lambda env: env.now ** 2 + 5})
    return defs, raw(x, REAL, ["%s_R %s_r(b = {{time, 1, 2}, {3, 4, 5}});" % (k, k), "Real %s = %s_f(%s_r.a) + sum(%s_r.b);" %
                               (x, k, k, k)], values={x: lambda env: 12 + env.now + 15})


def conditional_connect(m):
    """Conditional components with connections that go with them."""
    k, x = m.plain("Cc"), m.name()
    use = m.r.random() < 0.5
    defs = ["connector %s_I = input Real;" % k, "connector %s_O = output Real;" % k,
            "block %s_S %s_O y = 2 + time; end %s_S;" % (k, k, k),
            "block %s_B parameter Boolean use = true; %s_I u if use; %s_O y; protected %s_I w; %s_S s if not use; equation "
            "connect(u, w); connect(s.y, w); y = 3*w; end %s_B;" % ((k,) * 6)]
    eqs = ["connect(%s_s.y, %s_b.u);" % (k, k)] if use else []
    return defs, raw(x, REAL, ["%s_B %s_b(use = %s);" % (k, k, "true" if use else "false"), "%s_S %s_s;" % (k, k),
                               "Real %s = %s_b.y;" % (x, k)], eqs, values={x: lambda env: 6 + 3 * env.now})


GOOD = [flexible_record, initial_when, late_sample, delayed_steps, medium, types, conditional_connect, circuit, network, empty_connector, package_constants, inner_outer,
        modifications, recursion, enumeration_loop, function_argument, when_chain, state_event, delayed]


# ---- What may be refused, but not with a crash ----

def pick(m, types=None):
    fits = [(e, t, l) for e, t, l in m.var if not types or t in types]
    return m.r.choice(fits) if fits else None


def odd_initial_algorithm(m):
    v = pick(m, [REAL, INT])
    free = [u.name for u in m.model.units if u.kind == "initial" and u.x == "algorithm"]
    if not v or text(v[0]) in free:  # a second assignment is good, and gives another value
        return None
    x = m.name()
    return [], raw(x, REAL, ["Real %s = time;" % x], initalg=["%s := 1;" % m.r.choice([x, text(v[0])])])


def odd_initial_call(m):
    k, x = m.plain("fi"), m.name()
    v = pick(m, [REAL])
    defs = ["%sfunction %s input Real t; output Real a; output Real b; algorithm a := t; b := t; end %s;" %
            (m.r.choice(["", "impure "]), k, k)]
    return defs, raw(x, REAL, ["parameter Real %s(fixed = %s);" % (x, m.r.choice(["true", "false"]))],
                     initalg=["(%s, %s) := %s(2);" % (x, text(v[0]) if v else "", k)])


def odd_initial_pre(m):
    k, x = m.plain("ip"), m.name()
    r = m.r
    decls = ["parameter Real %s_t(fixed = false);" % k, "Boolean %s, %s_n = not %s, %s_y;" % (x, k, x, k)]
    return [], raw(x, BOOL, decls,
                   ["when sample(%s_t, 1) then %s = true; elsewhen sample(%s_t + 0.5, 1) then %s = false; end when;" % (k, x, k, x),
                    "%s_y = %s(%s_n);" % (k, r.choice(["edge", "change", "pre"]), k)],
                   r.choice([["pre(%s_n) = true;" % k], []]), ["%s_t := 0.25;" % k, "%s := time >= %s_t;" % (x, k)])


def odd_reinit(m):
    v = pick(m)
    r = m.r
    x = m.name()
    target = text(v[0]) if v and r.random() < 0.7 else "c_" + x.strip("'")
    if r.random() < 0.5 or not target.replace("_", "").isalnum():
        target = "k%d" % len(m.used)
        m.used.add(target)
        decl = ["%s Real %s = %s;" % (r.choice(["constant", "parameter", "", "final parameter"]), target,
                                   r.choice(["1.00000000000001", "1.0000000000000107", "1.0000000000000127", "2", "3.5"]))]
    else:
        decl = []
        moved = ("state", "raw", "inst", "eq", "bound") if any(u.kind in ("state", "raw", "inst") for u in m.model.units) else ()
        if any(target in [u.name] + [n for n, _ in u.more] and u.kind in moved for u in m.model.units):
            return None  # a state can have another value, and so can another name of it (8.3.6: it is the state then)
    value = text(m.ex(m.context(CONT), m.some_type(), 1)) if r.random() < 0.4 else "1 + time"
    return [], raw(x, REAL, decl + ["Real %s(start = 0, fixed = true);" % x],
                   ["der(%s) = 1;" % x, "when time > 0.5 then reinit(%s, %s); end when;" % (target, value)])


def odd_component_function(m):
    k, x = m.plain("cf"), m.name()
    r = m.r
    defs = ["model %s constant Real z%s; function f input Real x; output Real y; algorithm y := x*z; end f; end %s;" %
            (k, r.choice(["", " = 2"]), k)]
    return defs, raw(x, REAL, r.choice([["%s %s_a[2](z = {1, 2});" % (k, k), "Real %s = %s_a[1].f(3);" % (x, k)],
                                        ["%s %s_a(z = 3);" % (k, k), "Real %s = %s_a.f(time);" % (x, k)]]))


def odd_memory(m):
    x = m.name()
    return [], raw(x, REAL, ["Real %s = sum(%s);" % (x, m.r.choice(["identity(1000000)", "fill(time, 100000, 100000)",
                                                                      "1:1000000000", "zeros(2147483647)"]))])


def odd_kron(m):
    k, x = m.plain("fk"), m.name()
    w = m.r.choice(["residue", "relax", "linres"])
    if m.r.random() < 0.5:
        u = raw(x, REAL, ["Real %s;" % x], alg=["%s := Kron.%s(time);" % (x, w)])
        return [], u
    defs = ["function %s input Real u; output Real y; algorithm y := Kron.%s(u); end %s;" % (k, w, k)]
    return defs, raw(x, REAL, ["Real %s = %s(time);" % (x, k)])


def odd_function(m):
    """Functions with parts that do not belong there."""
    k, x = m.plain("fo"), m.name()
    r = m.r
    defs = [r.choice([
        "function %s input Real u; output Real y; algorithm y := u; break; end %s;",
        "function %s input Real u; output Real y; protected input Real z; algorithm y := u*z; end %s;",
        "function %s input Real u; output Real y; algorithm y := time*u; end %s;",
        "function %s input Real u; output Real y; algorithm y := pre(u); end %s;",
        "function %s input Real u; output Real y[:]; algorithm y := {u, u}; end %s;",
        "function %s input Real u; output Real y; protected output Real z; algorithm y := u; end %s;",
        "function %s input Real u; output Real y; protected Real z[n]; Integer n = 2; algorithm z := fill(u, n); y := sum(z); end %s;",
        "function %s input Real u; output Real y; algorithm u := 2; y := u; end %s;",
    ]) % (k, k)]
    return defs, raw(x, REAL, ["Real %s = %s(%s);" % (x, k + ("" if "y[:]" not in defs[0] else ""), r.choice(["1.0", "time"]))])


def odd_empty_index(m):
    """An element of an empty array that is never taken."""
    x, k = m.name(), m.plain("ei")
    r = m.r
    decl = ["Real %s_e[0]%s;" % (k, r.choice(["", " = zeros(0)", " = fill(time, 0)"])), "Real %s;" % x]
    return [], raw(x, REAL, decl, alg=["for m in 1:%d loop %s := if m %s then time else %s_e[%s]; end for;" %
                                      (r.choice([1, 1, 2]), x, r.choice(["== 1", ">= 1", "> 0"]), k, r.choice(["m - 1", "m", "1"]))])


def odd_record_constant(m):
    x, k = m.name(), m.plain("rc")
    r = m.r
    defs = ["record %s Real x; %s Real y = 1; end %s;" % (k, r.choice(["constant", "parameter", "final parameter", "final constant"]), k)]
    e = r.choice(["%s(time)", "%s(x = time)", "if time > 0.5 then %s(1) else %s(2)"]).replace("%s", k)
    if r.random() < 0.5:
        return defs, raw(x, REAL, ["%s %s;" % (k, x)], alg=["%s := %s;" % (x, e)])
    return defs, raw(x, REAL, ["%s %s;" % (k, x)], ["%s = %s;" % (x, e)])


def odd_terminate(m):
    x = m.name()
    m.model.odd.add("ends")
    return [], raw(x, REAL, ["Real %s = time;" % x], ["when time > 0.9 then terminate(\"end \" + String(%s)); end when;" % x])


def odd_delay(m):
    x = m.name()
    return [], raw(x, REAL, ["Real %s = delay(time, %s);" % (x, m.r.choice(["0", "-1", "time", "0.1, 0.05", "1e-300", "0/0"]))])


def odd_sample(m):
    x = m.name()
    return [], raw(x, REAL, ["discrete Real %s(start = 0, fixed = true);" % x],
                   ["when sample(%s) then %s = pre(%s) + 1; end when;" %
                    (m.r.choice(["0, 0", "-1, 0.3", "0, -1", "0, 1e-300", "-1e300, 1", "1e300, 1", "0, 1e300"]), x, x)])


ODD = [nested_flexible, extended_record, odd_initial_algorithm, odd_initial_call, odd_initial_pre, odd_reinit, odd_component_function, odd_memory, odd_kron, odd_empty_index, odd_record_constant,
       odd_function, odd_terminate, odd_delay, odd_sample]
