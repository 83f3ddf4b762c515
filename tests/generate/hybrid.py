"""hybrid.py - random models whose values change at events, and what they do.

Parts: parameters (some found at initialization), states with slopes that are constant between events, Booleans and Reals that
depend on relations, if-equations, when-equations with branches and reinit, samples, algorithms whose statements assign variables
again and again between the relations on them, enumerations, delays (of what a variable is at that place), noEvent and smooth; what has
a memory may be in an array of records; the function that is called may be a redeclared one. Everything between two events is linear in time, so all instants are fractions and
are computed exactly: at an event the model is evaluated with the values before it until nothing changes (8.5, 8.6 of the
specification). Models with a tie that rounding decides (two different crossings at one instant, a relation that is driven back
where it holds) are left out.
"""
from fractions import Fraction as F

from grammar import TIMES
from interp import Wrong
from templates import BOOL, INT, REAL, raw

UNIT = 64           # constants are multiples of 1/UNIT: exact in doubles
NEAR = F(1, 10**4)  # instants and relations closer than this are left to chance
TIMES_EXACT = [F(0), F(1, 3), F(2, 3), F(1)]
assert [float(t) for t in TIMES_EXACT] == list(TIMES)


class Tie(Exception):
    pass


def number(f):
    return str(f.numerator) if f.denominator == 1 and f >= 0 else repr(float(f)) if f >= 0 else "(%r)" % float(f)


class Hybrid:
    def __init__(self, r, k):
        self.r, self.k, self.ids = r, k, 0
        self.param, self.table, self.state, self.memory, self.item = {}, [], {}, {}, []
        self.known = []    # (name, type) that are determined by the items before
        self.samples = []  # (start, interval), names of parameters or numbers
        self.place, self.past, self.cell = {}, [], {}  # delays: what they take now, and took; names -> elements of records
        self.jumps, self.loop = set(), None  # states that a reinit is for; the iterator of the loop at hand
        self.make()

    # ---- Making it: expressions are tuples ----

    def name(self, text):
        self.ids += 1
        return "%s_%s%d" % (self.k, text, self.ids)

    def const(self, low=1, high=UNIT):
        return ("c", F(self.r.randint(low, high), UNIT))

    def of(self, *types):
        return [n for n, t in self.known if t in types]

    def integer(self, depth=2):
        r, known = self.r, self.of("I")
        enums = self.enums()
        ways = ["ord"] * bool(enums) + ["c"] + ["v"] * 3 * bool(known) + ["pre"] * 2 * bool(self.whole()) + (["+", "mod", "if"] if depth else []) + ["it"] * 3 * bool(self.loop)
        way = r.choice(ways)
        if way == "c":
            return ("c", F(r.randint(0, 5)))
        if way == "v":
            return ("v", r.choice(known))
        if way == "pre":
            return ("pre", r.choice(self.whole()))
        if way == "it":
            return ("it", self.loop)
        if way == "ord":
            return ("ord", self.enum(0))
        if way == "if":
            return ("if", self.boolean(depth - 1), self.integer(depth - 1), self.integer(depth - 1))
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        return ("mod", (r.choice("+-"), a, b), r.randint(3, 9))

    def enums(self):
        return [n for n, (t, _) in self.memory.items() if t == "E"]

    def enum(self, depth=1):
        r, known = self.r, self.of("E")
        way = r.choice(["c"] + ["v"] * 2 * bool(known) + ["pre"] * bool(self.enums()) + ["if"] * bool(depth))
        if way == "c":
            return ("lit", F(r.randint(1, 3)))
        if way == "if":
            return ("if", self.boolean(depth - 1), self.enum(depth - 1), self.enum(depth - 1))
        return (way, r.choice(known if way == "v" else self.enums()))

    def whole(self):
        return [n for n, (t, _) in self.memory.items() if t == "I"]

    def bound(self, depth=2):
        """A number that does not vary between events."""
        r, known = self.r, self.of("D")
        memory = [n for n, (t, _) in self.memory.items() if t == "D"]
        way = r.choice(["c", "c", "p", "n", "n", "f", "at"] + ["v"] * 3 * bool(known) + ["pre"] * 2 * bool(memory) + ["+", "max", "if"] * bool(depth))
        if way == "c":
            return self.const()
        if way == "p":
            return ("p", r.choice(list(self.param)))
        if way == "n":
            return ("+", ("*", F(1, r.choice([8, 16])), self.integer(1)), self.const(1, 24))
        if way == "f":
            return ("f", self.integer(1), ("p", r.choice(list(self.param))))
        if way == "at":
            return ("at", ("mod", self.integer(1), len(self.table)))
        if way in ("v", "pre"):
            return (way, r.choice(known if way == "v" else memory))
        if way == "if":
            return ("if", self.boolean(depth - 1), self.bound(depth - 1), self.bound(depth - 1))
        return (way if way == "max" else r.choice("+-"), self.bound(depth - 1), self.const(1, 16) if way == "+" else self.bound(depth - 1))

    def relation(self):
        r = self.r
        b = self.bound(1)
        if not self.state or r.random() < 0.55:
            a = ("time",)
            if r.random() < 0.1:
                a, b = ("+", a, self.bound(0)), ("+", b, ("c", F(1, 4)))
        else:
            a = ("x", r.choice(list(self.state)))
            a = r.choice([a, a, ("+", a, ("time",)), ("-", a, ("x", r.choice(list(self.state))))])
        if r.random() < 0.3:
            a, b = b, a
        return ("rel", r.choice([">=", "<", ">", "<=", ">=", "<"]), a, b, self.next())

    def boolean(self, depth=2):
        r, known = self.r, self.of("B")
        way = r.choice(["rel", "rel", "int"] + ["enum"] * bool(self.enums()) + ["v"] * 2 * bool(known) + ["and", "not"] * bool(depth))
        if way == "rel":
            return self.relation()
        if way == "enum":
            return ("int", r.choice([">", "<=", "==", "<>"]), self.enum(0), self.enum(0))
        if way == "int":
            return ("int", r.choice([">", "<=", "==", "<>"]), self.integer(1), self.integer(0))
        if way == "v":
            return ("v", r.choice(known))
        if way == "not":
            return ("not", self.boolean(depth - 1))
        return (r.choice(["and", "or"]), self.boolean(depth - 1), self.boolean(depth - 1))

    def value(self, t, depth=2):
        return {"I": self.integer, "D": self.bound, "B": self.boolean, "E": self.enum}[t](depth)

    def condition(self, algorithm):
        """Of a when."""
        r = self.r
        way = r.choice(["rel"] * 3 + ["bool", "sample", "change"])
        if way == "sample":
            self.samples.append((self.const(1, 32), self.const(9, 40)) if r.random() < 0.5 else (("p", r.choice(list(self.param))), self.const(9, 40)))
            return ("sample", len(self.samples) - 1)
        known = self.of("I", "B", "E")
        if way == "change" and known and not algorithm:
            return ("change", r.choice(known))
        return self.boolean(1) if way == "bool" else self.relation()

    def conditions(self, algorithm):
        r = self.r
        return [("edge", self.next(), self.condition(algorithm)) for _ in range(r.choice([1, 1, 1, 2]))]

    def next(self):
        self.ids += 1
        return self.ids

    def new_value(self, n):
        """What a when gives a variable of memory."""
        r, t = self.r, self.memory[n][0]
        if t == "I":
            return r.choice([("mod", ("+", ("pre", n), ("c", F(r.randint(1, 3)))), 7), self.integer(1)])
        if t == "B":
            return r.choice([("not", ("preb", n)), self.boolean(1)])
        if t == "E":
            return r.choice([("if", self.boolean(1), ("pre", n), ("lit", F(r.randint(1, 3)))), self.enum(1)])
        return r.choice([("+", ("pre", n), self.const(5, 24)), ("+", ("now",), self.const(5, 24)), self.bound(1)])

    def when_equation(self):
        r = self.r
        own = [self.memorize() for _ in range(r.randint(1, 2))]
        branches, free = [], [x for x in self.state if x not in self.jumps]
        x = r.choice(free) if free and r.random() < 0.5 else None  # reinit in one when only
        self.jumps.add(x)
        for _ in range(r.choice([1, 1, 2, 3])):
            c = self.conditions(False)
            body = [("set", n, self.new_value(n)) for n in own]
            if x and r.random() < 0.6:
                body.append(("reinit", x, r.choice([self.const(0, 40), ("+", ("x", x), self.const(3, 20)), self.bound(1)])))
            elif r.random() < 0.12:
                c.append(("initial",))
            branches.append((c, body))
        self.item.append(("when", branches))
        self.known += [(n, self.memory[n][0]) for n in own]

    def memorize(self):
        t = self.r.choice("IIDBE")
        n = self.name({"I": "m", "D": "d", "B": "q", "E": "e"}[t])
        self.memory[n] = (t, bool(self.r.random() < 0.5) if t == "B" else F(self.r.randint(0, 5)) if t == "I" else F(self.r.randint(1, 3)) if t == "E" else F(self.r.randint(1, UNIT), UNIT))
        return n

    def algebraic(self):
        t = self.r.choice("IDBBRRE")
        n = self.name({"I": "i", "D": "y", "B": "b", "R": "z", "E": "l"}[t])
        if t == "R" and self.r.random() < 0.4:
            e = self.delayed()
        elif t == "R":
            e = (self.r.choice(["same", "noEvent", "smooth"]), ("if", self.boolean(1), ("+", ("*", F(self.r.randint(-2, 3)), ("x", self.r.choice(list(self.state)))), ("time",)), self.bound(1)))
        else:
            e = self.value(t)
        self.item.append(("eq", n, t, e))
        if t != "R":
            self.known.append((n, t))

    def delayed(self):
        r, known = self.r, self.of("D", "I")
        x = ("v", r.choice(known)) if known and r.random() < 0.5 else ("x", r.choice(list(self.state)))
        return ("delay", r.choice([x, ("+", x, ("time",)), ("*", F(2), x)]), self.const(2, 30), self.next())

    def if_equation(self):
        r = self.r
        own = [(self.name("w"), r.choice("IDE")) for _ in range(r.randint(1, 2))]
        branches = [(self.boolean(1), [("set", n, self.value(t, 1)) for n, t in own]) for _ in range(r.randint(1, 2))]
        self.item.append(("ifeq", own, branches + [(None, [("set", n, self.value(t, 1)) for n, t in own])]))
        self.known += own

    # Statements

    def statements(self, own, depth):
        out = []
        for _ in range(self.r.randint(1, 3)):
            way = self.r.choice(["set", "set", "if", "if", "for"] if depth else ["set"])
            if way == "set":
                n, t = self.r.choice(own)
                out.append(("set", n, self.value(t, 1)))
            elif way == "if":
                branches = [(self.boolean(1), self.statements(own, depth - 1)) for _ in range(self.r.randint(1, 2))]
                out.append(("if", branches + ([(None, self.statements(own, depth - 1))] if self.r.random() < 0.5 else [])))
            elif not self.loop:
                self.loop = "j%d" % self.next()
                out.append(("for", self.loop, self.r.randint(2, 3), self.statements(own, depth - 1)))
                self.loop = None
        return out

    def algorithm(self):
        r = self.r
        own = [(self.name("a"), r.choice("IIDBE")) for _ in range(r.randint(1, 3))]
        kept = [self.memorize() for _ in range(r.choice([0, 0, 1, 2]))]
        body = [("set", n, self.value(t, 1)) for n, t in own]
        outer = self.known
        entry = [(n, self.memory[n][0]) for n in kept]
        self.known = outer + own + entry
        late = []
        for _ in range(r.randint(1, 3)):
            body += self.statements(own, 2)
            if r.random() < 0.25:
                late.append((self.name("v"), "R"))
                body.append(("set", late[-1][0], self.delayed()))
            if kept and r.random() < 0.7:
                n = r.choice(kept)
                branches = [(self.conditions(True), [("set", n, self.new_value(n))] + (self.statements(own, 0) if r.random() < 0.3 else []))
                            for _ in range(r.choice([1, 1, 2]))]
                body.append(("when", branches))
        assigned = {n for n, _ in own + late} | {n for n in kept if mentions(body, n)}
        for n in kept:
            if n not in assigned:
                del self.memory[n]
        if any(mentions_read(body, n) for n in kept if n not in assigned):
            raise Tie
        self.item.append(("algorithm", body, assigned))
        self.known = outer + own + late + [e for e in entry if e[0] in assigned]

    def make(self):
        r = self.r
        for _ in range(r.randint(1, 3)):
            self.param[self.name("p")] = (F(r.randint(3, 50), UNIT), r.choice(["", "", "equation", "algorithm"]))
        self.table = [F(r.randint(3, 60), UNIT) for _ in range(r.randint(2, 4))]
        for _ in range(r.randint(1, 2)):
            self.state[self.name("x")] = F(r.randint(0, 40), UNIT)
        for _ in range(r.randint(2, 6)):
            r.choice([self.when_equation, self.when_equation, self.algebraic, self.if_equation, self.algorithm, self.algorithm])()
        self.slope = {}
        for x in self.state:
            known = self.of("B")
            c = ("v", r.choice(known)) if known and r.random() < 0.6 else self.boolean(1)
            self.slope[x] = ("if", c, ("c", F(r.choice([1, 2, 1, -1]))), ("c", F(r.choice([1, -1, 0, -2]), r.choice([1, 2]))))

        self.by_record = r.choice(["", "", "package", "extends"])
        if r.random() < 0.4:
            self.put_into_records()

    def put_into_records(self):
        """States and what has a memory, one after the other, in the fields of an array of records."""
        self.fields = {}
        for n, t in [(x, "X") for x in self.state] + [(n, t) for n, (t, _) in self.memory.items()]:
            if self.r.random() < 0.8:
                self.fields.setdefault(t, []).append(n)
        for t, names in self.fields.items():
            for i, n in enumerate(names):
                self.cell[n] = "%s_r[%d].%s" % (self.k, i + 1, t.lower())

    def record_parts(self):
        """Its declarations and the equations of elements that nothing else determines."""
        k, size = self.k, max(map(len, self.fields.values()))
        word = {"X": "Real", "D": "Real", "I": "Integer", "B": "Boolean", "E": k + "_E"}
        zero = {"X": "0", "D": "0", "I": "0", "B": "false", "E": k + "_E.a"}
        cls = "record %s_R %s end %s_R;" % (k, " ".join("%s %s;" % (word[t], t.lower()) for t in self.fields), k)
        mods, eqs = [], []
        for t, names in self.fields.items():
            more = size - len(names)
            starts = [self.start_text(self.state[n] if t == "X" else self.memory[n][1], t) for n in names] + [zero[t]] * more
            mods.append("%s(start = {%s}, fixed = {%s})" % (t.lower(), ", ".join(starts), ", ".join(["true"] * len(names) + ["false"] * more)))
            eqs += ["%s_r[%d].%s = %s;" % (k, i + 1, t.lower(), zero[t]) for i in range(len(names), size)]
        return cls, "%s_R %s_r[%d](%s);" % (k, k, size, ", ".join(mods)), eqs

    def start_text(self, v, t):
        return str(v).lower() if t == "B" else "%s_E.%s" % (self.k, "abc"[int(v) - 1]) if t == "E" else number(v)

    # ---- Its text ----

    def at(self, n):
        return self.cell.get(n, n)

    def text(self, e):
        k, t = e[0], self.text
        if k == "c":
            return number(e[1])
        if k in ("v", "p", "x", "it"):
            return self.at(e[1])
        if k == "lit":
            return self.start_text(e[1], "E")
        if k == "ord":
            return "Integer(%s)" % t(e[1])
        if k == "same":
            return t(e[1])
        if k in ("noEvent", "smooth"):
            return "%s(%s%s)" % (k, "0, " if k == "smooth" else "", t(e[1]))
        if k == "delay":
            return "delay(%s, %s)" % (t(e[1]), t(e[2]))
        if k in ("time", "now"):
            return "time"
        if k in ("pre", "preb"):
            return "pre(%s)" % self.at(e[1])
        if k in "+-":
            return "(%s %s %s)" % (t(e[1]), k, t(e[2]))
        if k == "*":
            return "%s*%s" % (number(e[1]), t(e[2]))
        if k == "mod":
            return "mod(%s, %d)" % (t(e[1]), e[2])
        if k == "max":
            return "max(%s, %s)" % (t(e[1]), t(e[2]))
        if k == "if":
            return "(if %s then %s else %s)" % tuple(map(t, e[1:]))
        if k == "f":
            return "%s_f(%s, %s)" % (self.k + "_B." * bool(self.by_record) + self.k * bool(self.by_record), t(e[1]), t(e[2]))
        if k == "at":
            return "%s_t[1 + %s]" % (self.k, t(e[1]))
        if k in ("rel", "int"):
            return "%s %s %s" % (t(e[2]), e[1], t(e[3]))
        if k in ("and", "or"):
            return "((%s) %s (%s))" % (t(e[1]), k, t(e[2]))
        if k == "not":
            return "not (%s)" % t(e[1])
        if k == "change":
            return "change(%s)" % self.at(e[1])
        if k == "sample":
            return "sample(%s, %s)" % tuple(map(t, self.samples[e[1]]))
        if k == "edge":
            return t(e[2])
        return "initial()"

    def body_text(self, body, op):
        out = []
        for s in body:
            if s[0] == "set":
                out.append("%s %s %s;" % (self.at(s[1]), op, self.text(s[2])))
            elif s[0] == "reinit":
                out.append("reinit(%s, %s);" % (self.at(s[1]), self.text(s[2])))
            elif s[0] == "for":
                out.append("for %s in 1:%d loop %s end for;" % (s[1], s[2], self.body_text(s[3], op)))
            else:
                out.append(self.branches_text(s[0], s[1], op))
        return " ".join(out)

    def branches_text(self, word, branches, op):
        out = []
        for i, (c, body) in enumerate(branches):
            if c is None:
                out.append("else")
            else:
                if word == "when":
                    c = [self.text(x) for x in c]
                    c = "{%s}" % ", ".join(c) if len(c) > 1 else c[0]
                else:
                    c = self.text(c)
                out.append("%s%s %s then" % ("else" if i else "", word, c))
            out.append(self.body_text(body, op))
        return " ".join(out) + " end %s;" % word

    def names(self):
        """Variables with their types."""
        out = [(n, t) for n, (t, _) in self.memory.items()]
        for i in self.item:
            if i[0] == "eq":
                out.append((i[1], i[2]))
            elif i[0] == "ifeq":
                out += i[1]
            elif i[0] == "algorithm":
                out += [(n, next(t for m, t in self.known if m == n)) for n in sorted(i[2]) if n not in self.memory]
        return out

    def parts(self):
        """Classes, declarations, equations, initial equations, initial statements, algorithms."""
        k = self.k
        word = {"I": "Integer", "D": "Real", "R": "Real", "B": "Boolean", "E": k + "_E"}
        decls, eqs, init, initalg, algs = [], [], [], [], []
        for p, (v, way) in self.param.items():
            decls.append("parameter Real %s%s;" % (p, "(fixed = false)" if way else " = " + number(v)))
            (init if way == "equation" else initalg).extend(["%s %s %s;" % (p, "=" if way == "equation" else ":=", number(v))] if way else [])
        decls.append("parameter Real %s_t[%d] = {%s};" % (k, len(self.table), ", ".join(map(number, self.table))))
        decls += ["Real %s(start = %s, fixed = true);" % (x, number(v)) for x, v in self.state.items() if x not in self.cell]
        decls += ["Real %s = %s;" % (x, self.cell[x]) for x in self.state if x in self.cell]
        for n, t in self.names():
            if n in self.cell:
                decls.append("%s %s = %s;" % (word[t], n, self.cell[n]))
            elif n in self.memory:
                decls.append("%s%s %s(start = %s, fixed = true);" % ("discrete " if t == "D" else "", word[t], n, self.start_text(self.memory[n][1], t)))
            else:
                decls.append("%s %s;" % (word[t], n))
        for i in self.item:
            if i[0] == "eq":
                eqs.append("%s = %s;" % (self.at(i[1]), self.text(i[3])))
            elif i[0] == "ifeq":
                eqs.append(self.branches_text("if", i[2], "="))
            elif i[0] == "when":
                eqs.append(self.branches_text("when", i[1], "="))
            else:
                algs += ["algorithm", self.body_text(i[1], ":="), "algorithm"]
        eqs += ["der(%s) = %s;" % (self.at(x), self.text(e)) for x, e in self.slope.items()]
        classes = ["type %s_E = enumeration(a, b, c);" % k]
        if self.cell:
            cls, decl, more = self.record_parts()
            classes, decls, eqs = classes + [cls], [decl] + decls, eqs + more
        self.r.shuffle(eqs)
        f = "function %s_f input Integer n; input Real p; output Real y; algorithm y := p; for i in 1:n loop y := y + 0.0625; end for; end %s_f;" % (k, k)
        head = "input Integer n; input Real p; output Real y;"
        loop = "algorithm y := p; for i in 1:n loop y := y + 0.0625; end for;"
        if self.by_record == "package":
            classes += [f, "package %s_A replaceable function %s_f %s algorithm y := -p; end %s_f; end %s_A;" % (k, k, head, k, k),
                        "package %s_B = %s_A(redeclare function %s_f = %s_f);" % (k, k, k, k)]
        elif self.by_record:
            classes += ["package %s_A replaceable partial function %s_f %s end %s_f; end %s_A;" % (k, k, head, k, k),
                        "package %s_B extends %s_A; redeclare function extends %s_f %s end %s_f; end %s_B;" % (k, k, k, loop, k, k)]
        else:
            classes.append(f)
        return classes, decls, eqs, init, initalg, algs

    # ---- What it does: numbers are (value, slope, whether integration has touched it) ----

    def ev(self, e):
        k, ev = e[0], self.ev
        if k == "c":
            return e[1], F(0), False
        if k == "p":
            return self.param[e[1]][0], F(0), False
        if k == "time":
            return self.t, F(1), self.rough
        if k == "now":
            return self.t, F(0), self.rough
        if k == "x":
            return self.x[e[1]], self.dx[e[1]], True
        if k in ("v", "pre", "preb"):
            return (self.cur if k == "v" else self.pre)[e[1]]
        if k == "it":
            return F(self.turn[e[1]]), F(0), False
        if k == "lit":
            return e[1], F(0), False
        if k in ("ord", "same", "noEvent", "smooth"):
            return ev(e[1])
        if k == "delay":
            self.place[e[3]] = ev(e[1])[:2]
            return self.before(e[3], self.t - e[2][1]), F(0), True
        if k in "+-":
            a, b = ev(e[1]), ev(e[2])
            s = 1 if k == "+" else -1
            return a[0] + s * b[0], a[1] + s * b[1], a[2] or b[2]
        if k == "*":
            a = ev(e[2])
            return e[1] * a[0], e[1] * a[1], a[2]
        if k == "mod":
            a = ev(e[1])
            return a[0] % e[2], F(0), a[2]
        if k == "max":
            a, b = ev(e[1]), ev(e[2])
            if a[2] and b[2] and abs(a[0] - b[0]) < NEAR:
                raise Tie
            return max(a, b)
        if k == "if":
            return ev(e[2]) if ev(e[1]) else ev(e[3])
        if k == "f":
            n, p = ev(e[1]), ev(e[2])
            return p[0] + max(0, n[0]) / 16, F(0), n[2] or p[2]
        if k == "at":
            return self.table[int(ev(e[1])[0])], F(0), False
        if k == "rel":
            return self.compare(e)
        if k == "int":
            a, b = ev(e[2])[0], ev(e[3])[0]
            return {">": a > b, "<=": a <= b, "==": a == b, "<>": a != b}[e[1]]
        if k == "and":
            a, b = ev(e[1]), ev(e[2])
            return a and b
        if k == "or":
            a, b = ev(e[1]), ev(e[2])
            return a or b
        if k == "not":
            return not ev(e[1])
        if k == "change":
            return plain(self.cur[e[1]]) != plain(self.pre[e[1]])
        if k == "sample":
            return e[1] in self.ticking
        if k == "initial":
            return self.begins
        raise AssertionError(k)

    def before(self, place, t):
        """What stood there at time t; before the start what it was then."""
        history = [(t0, v[place]) for t0, v in self.past if place in v] + [(self.t, self.place[place])]
        t = max(t, F(0))
        k = max(i for i, (t0, _) in enumerate(history) if t0 <= t) if history[0][0] <= t else 0
        for t0, _ in history[1:]:
            if abs(t - t0) < NEAR and t0 < self.t:
                raise Tie
        t0, (v, s) = history[k]
        return v + s * (t - t0)

    def compare(self, e):
        a, b = self.ev(e[2]), self.ev(e[3])
        v, s, rough = a[0] - b[0], a[1] - b[1], a[2] or b[2]
        place = (e[4], tuple(sorted(self.turn.items())))
        up = e[1][0] == ">"
        if v == 0 and place in self.crossing and s != 0:
            if self.moved and any(mentions_read(e, n) for n in list(self.moved) + self.of("R")):
                raise Tie  # a reinit has put it where it crossed
            if self.sides.setdefault(place, (a[0], b[0])) != (a[0], b[0]):
                raise Tie  # both sides have changed by the same: rounding decides
            truth = (self.crossing[place] > 0) == up
        elif v == 0:
            if rough or (s != 0 and self.begins):
                raise Tie
            truth = len(e[1]) == 2
        else:
            if (rough or s) and abs(v) < NEAR:
                raise Tie
            truth = (v > 0) == up
        key = self.text(e) + str(self.turn) if not self.assigned or not any(mentions_read(e, n) for n in self.assigned) else place
        left, right = (e[2], e[3]) if e[1] in (">=", "<") else (e[3], e[2])
        simple = not self.assigned and not rough and left == ("time",) and self.stands(right)
        self.seen[place] = (v, s, rough, truth == up, key, simple)
        return truth

    def stands(self, e):
        """Whether the instant of time >= e is known in advance."""
        if e[0] in ("rel", "at") or e[0] == "v" and dict(self.known)[e[1]] == "D" and e[1] not in self.memory:
            return False
        return all(self.stands(x) for x in e[1:] if isinstance(x, tuple))

    def run_body(self, body):
        for s in body:
            if s[0] == "set":
                v = self.ev(s[2])
                if isinstance(v, tuple) and abs(v[0]) > 1000:
                    raise Tie
                self.cur[s[1]] = v
            elif s[0] == "reinit":
                v = self.ev(s[2])
                self.jump[s[1]] = v[0]
            elif s[0] == "if":
                self.run_if(s[1])
            elif s[0] == "for":
                for i in range(s[2]):
                    self.turn[s[1]] = i + 1
                    self.run_body(s[3])
                del self.turn[s[1]]
            else:
                self.run_when(s[1])

    def run_if(self, branches):
        for c, body in branches:
            if c is None or self.ev(c):
                return self.run_body(body)

    def run_when(self, branches):
        """All conditions first: they are variables of their own."""
        taken = None
        for cs, body in branches:
            for c in cs:
                now = self.begins if c[0] == "initial" else self.ev(c[2])
                fires = now and (c[0] == "initial" or not self.begins and not self.held.get(c[1], False))
                taken = body if fires and taken is None else taken
                if c[0] == "edge":
                    self.holds[c[1]] = now
        self.run_body(taken or [])

    def evaluate(self):
        self.cur = {n: self.pre[n] for n in self.memory}
        self.seen, self.jump, self.holds, self.turn = {}, {}, {}, {}
        for i in self.item:
            self.assigned = i[2] if i[0] == "algorithm" else ()
            if i[0] == "eq":
                self.cur[i[1]] = self.ev(i[3])
            elif i[0] == "ifeq":
                self.run_if(i[2])
            elif i[0] == "when":
                self.run_when(i[1])
            else:
                self.run_body(i[1])
        self.assigned = ()
        self.dx = {x: self.ev(e)[0] for x, e in self.slope.items()}

    def settle(self):
        """Event iteration."""
        for _ in range(12):
            self.evaluate()
            changed = self.held != self.holds or any(plain(self.pre.get(n)) != plain(v) for n, v in self.cur.items())
            self.moved |= set(self.jump)
            changed = changed or any(self.x[x] != v for x, v in self.jump.items())
            self.x.update(self.jump)
            self.pre, self.held, self.begins = dict(self.cur), self.holds, False
            self.ticking = set()
            if not changed:
                break
        else:
            raise Tie
        self.evaluate()  # with the slopes that hold from here on
        for v, s, rough, above, _, _ in self.seen.values():
            if v == 0 and s != 0 and (s > 0) != above:
                raise Tie

    def begin(self):
        self.t, self.x, self.rough, self.begins, self.moved, self.sides = F(0), dict(self.state), False, True, set(), {}
        self.place, self.past = {}, []
        self.dx, self.crossing, self.held = {x: F(0) for x in self.state}, {}, {}
        self.pre = {n: v if t == "B" else (v, F(0), False) for n, (t, v) in self.memory.items()}
        for i in self.item:
            for n, t in [(i[1], i[2])] if i[0] == "eq" else i[1] if i[0] == "ifeq" else []:
                self.pre[n] = False if t == "B" else (F(0), F(0), False)
        self.pre.update({n: False if t == "B" else (F(0), F(0), False) for n, t in self.known if n not in self.pre})
        self.ticking = set()
        self.evaluate()
        first, again = dict(self.cur), dict(self.x)
        again.update(self.jump)
        self.x, self.pre, self.held, self.begins = again, dict(self.cur), self.holds, False
        self.evaluate()
        if {n: plain(v) for n, v in first.items()} != {n: plain(v) for n, v in self.cur.items()} or self.jump:
            raise Tie
        self.settle()

    def next_instant(self, end):
        best = end
        for v, s, _, _, _, _ in self.seen.values():
            if s != 0 and -v / s > 0:
                best = min(best, self.t - v / s)
        for start, interval in self.sample_times:
            n = max(0, (self.t - start) // interval + 1)
            best = min(best, start + n * interval if self.t >= start else start)
        return best

    def forward(self, t):
        for x in self.x:
            self.x[x] += self.dx[x] * (t - self.t)
        self.past.append((self.t, dict(self.place)))
        self.t = t

    def event(self, t):
        crossing, keys, exact, state = {}, set(), True, False
        for place, (v, s, rough, _, key, simple) in self.seen.items():
            if s != 0 and v + s * (t - self.t) == 0:
                crossing[place] = 1 if s > 0 else -1
                keys.add(key)
                exact, state = exact and simple, state or rough
        ticking = {i for i, (start, interval) in enumerate(self.sample_times) if t >= start and (t - start) % interval == 0}
        if len(keys) + bool(ticking) > 1 and not exact or t - self.t < NEAR or any(abs(t - x) < NEAR for x in TIMES_EXACT):
            raise Tie
        self.forward(t)
        self.crossing, self.ticking, self.rough, self.moved, self.sides = crossing, ticking, not exact, set(), {}
        self.settle()
        self.rough = False  # from here on `time` is exact again
        self.evaluate()
        self.crossing = {}

    def rows(self, times):
        """The values at these times, and how many events there are before the last of them."""
        self.sample_times = [(self.param[a[1]][0] if a[0] == "p" else a[1], b[1]) for a, b in self.samples]
        self.begin()
        out, events = [], 0
        for end in times:
            while True:
                t = self.next_instant(end + NEAR)
                if t == end + NEAR:
                    break
                if t >= end:
                    raise Tie
                events += 1
                if events > 300:
                    raise Tie
                self.event(t)
            if end > self.t:
                self.forward(end)
            self.evaluate()
            out.append({n: plain(v) for n, v in list(self.cur.items()) + [(x, v) for x, v in self.x.items()]})
        return out, events


def plain(v):
    return v if isinstance(v, bool) else float(v[0]) if isinstance(v, tuple) else float(v) if v is not None else None


def mentions(body, n):
    """Whether statements assign it."""
    return any(s[0] == "set" and s[1] == n or s[0] in ("if", "when") and any(mentions(b, n) for _, b in s[1]) or s[0] == "for" and mentions(s[3], n)
               for s in body)


def mentions_read(e, n):
    if isinstance(e, tuple):
        return e[:2] == ("x", n) or e[:2] == ("v", n) or e[:2] == ("pre", n) or e[:2] == ("preb", n) or any(mentions_read(x, n) for x in e)
    return isinstance(e, list) and any(mentions_read(x, n) for x in e)


def hybrid(m):
    k = m.plain("Hy")
    for _ in range(30):
        try:
            h = Hybrid(m.r, k)
            rows, events = h.rows(TIMES_EXACT)
        except Tie:
            continue
        if not events:
            continue
        classes, decls, eqs, init, initalg, algs = h.parts()
        enums = [n for n, t in h.names() if t == "E"]
        decls += ["Integer %s_o = Integer(%s);" % (n, n) for n in enums]
        kinds = {"I": INT, "D": REAL, "R": REAL, "B": BOOL}
        shown = [(n, kinds[t]) for n, t in h.names() if t in kinds] + [(x, REAL) for x in h.state] + [(n + "_o", INT) for n in enums]
        rows = dict(zip(TIMES, rows))

        def at(env):
            if env.now not in rows:
                try:
                    rows[env.now] = h.rows([F(env.now)])[0][0]
                except Tie:
                    raise Wrong("a tie")
            return rows[env.now]

        def show(n, t):
            own = n[:-2] if n.endswith("_o") else n
            return lambda env: {BOOL: bool, INT: int, REAL: float}[t](at(env)[own])
        (x, t), more = shown[0], shown[1:]
        return classes, raw(x, t, decls, eqs, init, initalg, {n: show(n, t) for n, t in shown}, more, algs)
    return None
