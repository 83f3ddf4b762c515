"""Runs a program for ACSL, Simnon or DESIRE: classic_run.py LANGUAGE FILE STOP STEPS [NAME=VALUE...]

Its assignments are executed in their order, its states integrated by Runge-Kutta; printed are all variables at the
end, one in a line. Conditions choose their branch as each language says: RSW, if-then-else, swtch.
"""
import re, sys
from math import *

language, path, stop, steps = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
given = {k: float(v) for k, v in (a.split("=") for a in sys.argv[5:])}
WORDS = {
    "ABS": abs, "SQRT": sqrt, "SIN": sin, "COS": cos, "TAN": tan, "ASIN": asin, "ACOS": acos, "ATAN": atan,
    "ATAN2": atan2, "EXP": exp, "ALOG": log, "ALOG10": log10, "AMIN1": min, "AMAX1": max, "AMOD": fmod,
    "SINH": sinh, "COSH": cosh, "TANH": tanh,
    "RSW": lambda c, a, b: a if c else b, "swtch": lambda x: 1.0 if x > 0 else 0.0,
    "sgn": lambda x: (x > 0) - (x < 0), "sign": lambda x: (x > 0) - (x < 0),
    "arcsin": asin, "arccos": acos, "ln": log, "mod": fmod, "abs": abs, "min": min, "max": max,
}
if language == "simnon":
    WORDS["log"] = log10


def conditional(words):
    """if a then b else c as Python has it; the words of one bracket level, each a text."""
    if "if" not in words:
        return " ".join(words)
    i = words.index("if")
    depth, at = 0, {}
    for k in range(i, len(words)):
        depth += (words[k] == "if") - (words[k] == "else")
        if words[k] == "then" and depth == 1 and "then" not in at:
            at["then"] = k
        if words[k] == "else" and depth == 0:
            at["else"] = k
            break
    c, a, b = words[i + 1:at["then"]], words[at["then"] + 1:at["else"]], words[at["else"] + 1:]
    c, a, b = conditional([w if w != "=" else "==" for w in c]), conditional(a), conditional(b)
    return " ".join(words[:i]) + "((%s) if (%s) else (%s))" % (a, c, b)


def python(text):
    if language == "acsl":
        for a, b in ((".GT.", ">"), (".LT.", "<"), (".GE.", ">="), (".LE.", "<="), (".EQ.", "=="), (".NE.", "!="),
                     (".AND.", " and "), (".OR.", " or "), (".NOT.", " not "), (".TRUE.", "True"), (".FALSE.", "False")):
            text = text.replace(a, b)
        return text
    text = text.replace("^", "**").replace("<>", "!=")
    stack = [[]]
    for w in re.findall(r"[A-Za-z]\w*|[\d.]+(?:[eE][-+]?\d+)?|\*\*|[<>!]=|\S", text):
        if w == "(":
            stack.append([])
        elif w == ")":
            inner = stack.pop()
            stack[-1].append("(" + conditional(inner) + ")")
        elif w == ",":
            stack[-1] = [conditional(stack[-1]) + ","]
        else:
            stack[-1].append(w)
    return conditional(stack[0])


text = open(path).read()
const, order, ders = {}, [], {}
if language == "acsl":
    text = re.sub(r" \.\.\.\n +", " ", text)
before = True  # DESIRE: the protocol
for line in text.splitlines():
    line = line.strip()
    if line.startswith(("!", "--", '"')):
        continue
    if language == "acsl":
        m = re.match(r"(\w+) = INTEG\((\w+), ([^)]+)\)$", line)
        if m:
            ders[m[1]] = m[2]
            const[m[1]] = const[m[3]] if m[3] in const else float(m[3])
        elif line.startswith("CONSTANT"):
            const.update((k, float(x)) for k, x in re.findall(r"(\w+) = ([^,]+)", line[8:]))
        elif re.match(r"\w+ = ", line):
            order.append(line.split(" = ", 1))
    elif language == "simnon":
        m = re.match(r"(STATE|DER) (.*)", line)
        if m:
            ders.setdefault(m[1], []).extend(m[2].split())
        elif re.match(r"\w+:", line):
            k, x = line.split(":")
            const[k] = float(x)
        elif re.match(r"\w+ = ", line):
            order.append(line.split(" = ", 1))
    else:
        m = re.match(r"d/dt (\w+)=(\w+)$", line)
        if m:
            ders[m[1]] = m[2]
            const.setdefault(m[1], 0.0)
        elif line == "DYNAMIC":
            before = False
        elif before and "=" in line:
            for one in line.split(" | "):
                k, x = one.split("=")
                const[k] = eval(python(x), WORDS, const)
        elif re.match(r"\w+=", line):
            order.append(line.split("=", 1))
if language == "simnon":
    ders = dict(zip(ders.get("STATE", []), ders.get("DER", [])))
code = compile("\n".join("%s = %s" % (k, python(x)) for k, x in order), path, "exec")


def all_values(t, x):
    env = dict(const, **given)
    env.update(x, Time=t, t=t)
    exec(code, dict(globals(), **WORDS), env)
    return env


def f(t, x):
    env = all_values(t, x)
    return {k: env[ders[k]] for k in ders}


x, h = {k: const[k] for k in ders}, stop / steps
move = lambda x, k, h: {n: x[n] + h * k[n] for n in x}
for n in range(steps):
    t = n * h
    k1 = f(t, x)
    k2 = f(t + h / 2, move(x, k1, h / 2))
    k3 = f(t + h / 2, move(x, k2, h / 2))
    k4 = f(t + h, move(x, k3, h))
    x = {k: x[k] + h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]) for k in x}
for k, v in all_values(stop, x).items():
    if isinstance(v, (int, float)):
        print(k, repr(float(v)))
