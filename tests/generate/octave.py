"""octave.py - a third opinion: expressions that Octave can express too, evaluated by it and by interp.py.

Vectors are columns there. One process evaluates a whole batch."""
import subprocess, tempfile

import interp
from grammar import CONST, Ctx, Grammar, Skip, var
from interp import Arr, Inst, Wrong
from tree import Cls, Unit

PRELUDE = """
1;
function r = pick(c, a, b)
  if c, r = a; else, r = b; end
end
function r = sym(a)
  r = triu(a) + triu(a, 1)';
end
function r = skw(a)
  r = [0, -a(3), a(2); a(3), 0, -a(1); -a(2), a(1), 0];
end
function r = low(f, a)
  a = a(:); r = f(a);
end
"""
NAMES = {"abs": "abs", "sin": "sin", "cos": "cos", "atan": "atan", "tanh": "tanh", "sqrt": "sqrt", "exp": "exp", "log": "log",
         "log10": "log10", "sign": "sign", "floor": "floor", "ceil": "ceil", "integer": "floor", "atan2": "atan2"}


class No(Exception):
    """Not in Octave."""


def rank(e):
    if len(e.t[1]) > 2:
        raise No
    return len(e.t[1])


def o(e):
    """The expression as Octave's text, always in parentheses."""
    return "(" + inner(e) + ")"


def inner(e):
    op, a = e.op, e.args
    n = rank(e)
    if op == "lit":
        if isinstance(e.x, (Arr, str, dict)):
            raise No
        return ("1" if e.x else "0") + "==1" if e.t[0] == "B" else repr(e.x)
    if op == "var":
        return e.x
    if op == "neg":
        return "-" + o(a[0])
    if op == "not":
        return "!" + o(a[0])
    if op in ("+", "-", ".+", ".-", "/", "./", ".*"):
        return o(a[0]) + {"+": "+", "-": "-", ".+": "+", ".-": "-"}.get(op, "." + op[-1]) + o(a[1])
    if op == "*":
        p, q = rank(a[0]), rank(a[1])
        if p == 1 and q == 1:
            return o(a[0]) + "'*" + o(a[1])
        if p == 1 and q == 2:
            return "(" + o(a[0]) + "'*" + o(a[1]) + ")'"
        return o(a[0]) + "*" + o(a[1])
    if op in ("^", ".^"):
        return o(a[0]) + "^" + o(a[1])
    if op in ("<", ">", "<=", ">=", "==", "<>"):
        if a[0].t[0] not in ("R", "I"):
            raise No
        return o(a[0]) + {"<>": "!="}.get(op, op) + o(a[1])
    if op in ("and", "or"):
        return o(a[0]) + {"and": "&", "or": "|"}[op] + o(a[1])
    if op == "if":
        if len(a) != 3:
            raise No
        return "pick(%s, %s, %s)" % (o(a[0]), o(a[1]), o(a[2]))
    if op == "array":
        return "[" + "; ".join(o(x) + ("'" if n == 2 else "") for x in a) + "]"
    if op == "matrix":
        return "[" + "; ".join(", ".join(o(x) for x in a[i:j]) for i, j in e.x) + "]"
    if op == "range":
        return "(" + ":".join(o(x) for x in a) + ")'"
    if op == "index":
        if a[0].op != "var":
            raise No
        subs = [":" if s.op == "colon" else "end" if s.op == "end" else sub(s) for s in a[1:]]
        if rank(a[0]) == 1:
            return "%s(%s)%s" % (a[0].x, subs[0], "(:)" if n == 1 else "")
        if len(subs) == 1:
            subs.append(":")
        return "%s(%s)%s" % (a[0].x, ", ".join(subs), "'" if n == 1 and not a[1].t[1] and a[1].op != "colon" else "")
    if op == "call":
        return called(e)
    raise No


def sub(s):
    if s.op == "end":
        return "end"
    if s.op in ("-", "range"):
        return (":" if s.op == "range" else "-").join("(" + sub(x) + ")" for x in s.args)
    return o(s)


def called(e):
    name, a, n = e.x, e.args, rank(e)
    if name in NAMES:
        return NAMES[name] + "(" + ", ".join(o(x) for x in a) + ")"
    if name in ("sum", "product", "min", "max"):
        if len(a) == 2:
            return "%s(%s, %s)" % (name, o(a[0]), o(a[1]))
        rank(a[0])
        return "low(@%s, %s)" % ({"product": "prod"}.get(name, name), o(a[0]))
    if name == "div":
        return "fix(%s./%s)" % (o(a[0]), o(a[1]))
    if name == "mod":
        return "%s - floor(%s./%s).*%s" % (o(a[0]), o(a[0]), o(a[1]), o(a[1]))
    if name == "rem":
        return "%s - fix(%s./%s).*%s" % (o(a[0]), o(a[0]), o(a[1]), o(a[1]))
    if name in ("zeros", "ones"):
        return "%s(%s%s)" % (name, ", ".join(o(x) for x in a), ", 1" if n == 1 else "")
    if name == "fill":
        inner_rank = rank(a[0])
        if inner_rank == 0:
            return "%s*ones(%s%s)" % (o(a[0]), ", ".join(o(x) for x in a[1:]), ", 1" if n == 1 else "")
        return "repmat(%s', %s, 1)" % (o(a[0]), o(a[1]))
    if name == "cat" and n <= 2:
        k = a[0].x
        return "cat(%d, %s)" % (k, ", ".join(o(x) for x in a[1:]))
    if name == "transpose":
        return o(a[0]) + "'"
    if name == "identity":
        return "eye(%s)" % o(a[0])
    if name == "diagonal":
        return "diag(%s)" % o(a[0])
    if name == "linspace":
        return "linspace(%s, %s, %s)'" % tuple(o(x) for x in a)
    if name == "cross":
        return "cross(%s, %s)" % (o(a[0]), o(a[1]))
    if name == "outerProduct":
        return "%s*%s'" % (o(a[0]), o(a[1]))
    if name == "symmetric":
        return "sym(%s)" % o(a[0])
    if name == "skew":
        return "skw(%s)" % o(a[0])
    if name in ("scalar", "vector"):
        return "%s(:)" % o(a[0])
    if name == "matrix":
        return o(a[0])
    if name == "noEvent":
        return o(a[0])
    raise No


def batch(seed, count):
    """(expressions compared, list of differences)."""
    g = Grammar(seed)
    g.strings = False
    lines, want = [PRELUDE, "more off;"], []
    c = Ctx(CONST)
    model = Cls("M")
    inst = Inst(model, {}, None, 0.0)
    while len(want) < count:
        g.zero = g.r.random() < 0.2
        t = (g.r.choice("RRI"), g.some_dims(2))
        try:
            e = g.ex(c, t, g.r.choice([2, 3, 4]))
            text = o(e)
            v = interp.ev(e, inst)
        except (No, Skip, Wrong):
            continue
        name = "x%d" % len(want)
        lines.append("%s = %s;" % (name, text))
        lines.append("printf('%%.17g ', %s'); printf('| %%d', size(%s)); printf('\\n');" % (name, name))
        want.append((text, v))
        if len(want) % 40 == 0:
            c.var, model.units = [], []
        model.units.append(Unit("bound", name, t, [e]))
        if 0 not in t[1]:
            c.var.append((var(name, t), t, CONST))
    with tempfile.NamedTemporaryFile("w", suffix=".m") as f:
        f.write("\n".join(lines) + "\n")
        f.flush()
        p = subprocess.run(["octave", "--no-gui", "--no-init-file", "--quiet", f.name], text=True, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    got = p.stdout.splitlines()
    out = []
    if len(got) != len(want):
        return len(got), ["octave gives %d of %d lines: %s" % (len(got), len(want), p.stderr.strip()[:500])]
    for (text, v), line in zip(want, got):
        d = v.data if isinstance(v, Arr) else [v]
        x = [float(w) for w in line.split("|")[0].split()]
        if 0 in getattr(v, "shape", ()):
            continue
        if len(x) != len(d) or any(abs(p - q) > 1e-9 * max(1, abs(q)) for p, q in zip(x, d)):
            out.append("%s: octave %s, here %s" % (text, line, d))
    return len(want), out


if __name__ == "__main__":
    import sys
    n, bad = batch(int(sys.argv[1]), int(sys.argv[2]))
    print(n, "expressions,", len(bad), "differ")
    for b in bad[:10]:
        print(b)
