# The sessions of formula-manipulation-1993, command by command: what they must print is the paper's
# text (blanks apart). Equations of a node may stand in any order and pairing, so listings of
# equations are compared as sets.
python3 - <<'EOF'
import os, re, subprocess, sys

kron, papers = os.environ["KRON"], os.environ["ROOT"] + "/examples/papers/"
faults = []


def session(commands, status=0):
    """What it prints; the listings go to files 1, 2, 3 ..."""
    lines, n = [], 0
    for c in commands.strip().splitlines():
        if re.match(r"[->]? *output (?!model)", c):
            n += 1
            lines.append("outfile %d" % n)
        lines.append(c)
    open("script.ds", "w").write("\n".join(lines) + "\n")
    p = subprocess.run([kron, "session", "--quiet", "script.ds"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       text=True)
    if p.returncode != status:
        faults.append("status %d of\n%s\n%s" % (p.returncode, commands, p.stderr))
    return p.stdout + p.stderr


def plain(text):
    return re.sub(r"\s*([-+*/=(),])\s*", r"\1", text.strip())


def listing(text):
    """(owner, equation) of each line; the owner goes on over lines that begin with blanks."""
    owner, out = "", []
    for line in text.splitlines():
        if not line.strip():
            continue
        m = re.match(r"(\w+)\s+(?=[^\s=].*=)(.*)", line)
        if m and not line[0].isspace():
            owner, rest = m.group(1), m.group(2)
        else:
            owner, rest = owner if line[0].isspace() else "", line
        out.append((owner if "=" in rest else "", plain(rest)))
    return out


def same(n, want, what, ordered=True):
    got, expected = listing(open(str(n)).read()), listing(want)
    if not ordered:
        got, expected = sorted(got), sorted(expected)
    if got != expected:
        faults.append("%s: missing %s, not expected %s%s" % (
            what, [x for x in expected if x not in got], [x for x in got if x not in expected],
            "" if sorted(got) != sorted(expected) else ", in another order: %s" % got))


# ---- The circuit ----

session("enter " + papers + """circuit.dym
> output equations
> set Eliminate on
> output equations
> partition
> output equations
> output solved equations
> language acsl
> outfile circuit.csl
> output model
""")
same(1, """
U0      V = Va - Vb
R1      u = Va - Vb
        u = R * i
R2      u = Va - Vb
        u = R * i
C       u = Va - Vb
        C*der(u) = i
L       u = Va - Vb
        L*der(i) = u
Common  V = 0
circuit U0.V = u
        y1 = C.u
        y2 = L.i
        R1.Vb = C.Va
        C.i = R1.i
        R1.Va = R2.Va
        U0.Va = R1.Va
        R2.i + R1.i = U0.i
        R2.Vb = L.Va
        L.i = R2.i
        C.Vb = L.Vb
        U0.Vb = C.Vb
        Common.V = U0.Vb
""", "FM-61", ordered=False)
same(2, """
U0      circuit.u = R2.Va - L.Vb
R1      u = R2.Va - C.Va
        u = R * i
R2      u = Va - L.Va
        u = R * L.i
C       u = Va - L.Vb
        C*der(u) = R1.i
L       u = Va - Vb
        L*der(i) = u
Common  L.Vb = 0
circuit y1 = C.u
        y2 = L.i
        L.i + R1.i = U0.i
""", "FM-62", ordered=False)
same(3, """
U0      circuit.u = [R2.Va] - L.Vb
R1      [u] = R2.Va - C.Va
        u = R * [i]
R2      u = Va - [L.Va]
        [u] = R * L.i
C       u = [Va] - L.Vb
        C * [der(u)] = R1.i
L       [u] = Va - Vb
        L * [der(i)] = u
Common  [L.Vb] = 0
circuit [y1] = C.u
        [y2] = L.i
        L.i + R1.i = [U0.i]
""", "FM-63", ordered=False)
same(4, """
SORTED AND SOLVED EQUATIONS
Common  L.Vb = 0
U0      R2.Va = circuit.u + L.Vb
C       Va = u + L.Vb
R1      u = R2.Va - C.Va
        i = u/R
C       der(u) = R1.i/C
R2      u = R * L.i
        L.Va = Va - u
L       u = Va - Vb
        der(i) = u/L
circuit U0.i = L.i + R1.i
        y1 = C.u
        y2 = L.i
END OF SORTED AND SOLVED EQUATIONS
""", "FM-64")

# The program: its statements in order, numbers by their value.
program = """
PROGRAM circuit
VARIABLE Time, StartTime = 0.0
CONSTANT StopTime = 1.0
INITIAL
CONSTANT R1zR = 100.0
CONSTANT C = 0.1E-6
CONSTANT L = 1.5E-3
CONSTANT R2zR = 20.0
END
DYNAMIC
DERIVATIVE
PROCEDURAL
Vb = 0
R2zVa = u + Vb
CzVa = Czu + Vb
R1zu = R2zVa - CzVa
R1zi = R1zu/R1zR
deru = R1zi/C
R2zu = R2zR * Lzi
LzVa = R2zVa - R2zu
Lzu = LzVa - Vb
deri = Lzu/L
U0zi = Lzi + R1zi
y1 = Czu
y2 = Lzi
END
CONSTANT initCzu = 0
Czu = INTEG(deru, initCzu)
CONSTANT initLzi = 0
Lzi = INTEG(deri, initLzi)
END
TERMT (Time.GE.StopTime)
END
END
"""


def statements(text):
    out, constants = [], set()
    for line in text.splitlines():
        line = plain(line.split("!")[0])
        if line.startswith("CONSTANT "):
            for c in line[9:].split(","):
                name, value = c.split("=")
                constants.add((name, float(value)))
        elif line:
            out.append(re.sub(r"=(\d[\d.]*)$", lambda m: "=%r" % float(m.group(1)), line))
    return out, constants


got, want = statements(open("circuit.csl").read()), statements(program)
if got != want:
    faults.append("FM-65: %s\ninstead of %s" % (got, want))

# ---- The divider ----

session("enter " + papers + """divider.dym
- output equations
- set Eliminate on
- set SubExpr on
- partition
- output solved equations
- set SolveLinearSyst off
- set MatrixExpr on
- output solved equations
""")
same(1, """
U0      V = Va - Vb
R1      u = Va - Vb
        u = R * i
R2      u = Va - Vb
        u = R * i
Common  V = 0
divider U0.V = u
        y = R2.u
        R1.Va = U0.Va
        R1.i = U0.i
        R2.Va = R1.Vb
        R2.i = R1.i
        Common.V = R2.Vb
        U0.Vb = Common.V
""", "FM-71", ordered=False)
head = """
SORTED AND SOLVED EQUATIONS
Common  R2.Vb = 0
U0      Va = divider.u + R2.Vb
SYSTEM OF 4 SIMULTANEOUS EQUATIONS
UNKNOWN VARIABLES
R1.Vb
R2.u
U0.i
R1.u
EQUATIONS
R2      u = [R1.Vb] - Vb
        [u] = R * U0.i
R1      u = R * [U0.i]
        [u] = U0.Va - Vb
"""
tail = """
END OF SYSTEM OF SIMULTANEOUS EQUATIONS
divider y = R2.u
END OF SORTED AND SOLVED EQUATIONS
"""
same(2, head + """
SOLVED SYSTEM OF EQUATIONS
Q101 = R1.R + R2.R
R1.Vb = (R1.R * R2.Vb + R2.R * U0.Va)/Q101
R2.u = (R2.R * U0.Va - R2.R * R2.Vb)/Q101
U0.i = (U0.Va - R2.Vb)/Q101
R1.u = (R1.R * U0.Va - R1.R * R2.Vb)/Q101
""" + tail, "FM-72")
same(3, head + """
A(1,1) = -1
A(1,2) = 1
b(1) = -R2.Vb
A(2,2) = 1
A(2,3) = -R2.R
A(3,3) = -R1.R
A(3,4) = 1
A(4,1) = 1
A(4,4) = 1
b(4) = U0.Va
""" + tail, "FM-74")
session("enter " + papers + """divider.dym
set Eliminate on
set SubExpr off
set EvaluateExpr on
output solved equations
""")
same(1, """
SORTED AND SOLVED EQUATIONS
divider y = R2.R * u/(R1.R + R2.R)
END OF SORTED AND SOLVED EQUATIONS
""", "FM-73")

# ---- Parallel capacitors ----

out = session("enter " + papers + """parcap.dym
output equations
partition
output equations
""")
singular = """
- The problem is singular.
- Unassigned variables:
  C2.i
- Additional constraint equations:
parcap  C2.Va = C1.Va
"""
if [plain(x) for x in out.split("\n") if x.strip()] != [plain(x) for x in singular.split("\n") if x.strip()]:
    faults.append("FM-82: " + out)
same(1, """
C1      u = Va - Vb
        C*der(u) = i
C2      u = Va - Vb
        C*der(u) = i
I0      V = Va - Vb
        i = II
Common  V = 0
parcap  I0.II = i
        y = C1.u
        C2.Vb = C1.Vb
        Common.V = C2.Vb
        I0.Vb = Common.V
        C1.Va = I0.Va
        C2.Va = C1.Va
        C1.i + C2.i = I0.i
""", "FM-81", ordered=False)
same(2, """
C1      u = [Va] - Vb
        C * [der(u)] = i
C2      u = [Va] - Vb
        C * [der(u)] = i
I0      [V] = Va - Vb
        [i] = II
Common  [V] = 0
parcap  [I0.II] = i
        [y] = C1.u
        C2.Vb = [C1.Vb]
        Common.V = [C2.Vb]
        [I0.Vb] = Common.V
        C1.Va = [I0.Va]
        C2.Va = C1.Va
        [C1.i] + C2.i = I0.i
""", "FM-82 equations", ordered=False)
session("enter " + papers + """parcap.dym
> variable unknown C2.u
> variable known C2.deru
> partition
> set Eliminate on
> output solved equations
""")
same(1, """
SORTED AND SOLVED EQUATIONS
Common  C1.Vb = 0
C1      I0.Va = u + Vb
C2      u = I0.Va - C1.Vb
        i = C*der(u)
parcap  C1.i = i - C2.i
C1      der(u) = i/C
I0      V = Va - C1.Vb
parcap  y = C1.u
END OF SORTED AND SOLVED EQUATIONS
""", "FM-83")
session("enter " + papers + """parcap.dym
> differentiate
> variable state C1.u
> partition
> output equations
> set Eliminate on
> set SubExpr off
> set EvaluateExpr on
> partition
> output solved equations
""")
# The paper has C2's derivative and that of C2.Vb = C1.Vb the other way round: neither an order of the text nor one in which
# equations need each other (C1.derVb is used before it is given, Common.derV after it). Here derivatives follow their equations.
same(1, """
C1      u = [Va] - Vb
        C * [deru] = i
C2      [u] = Va - Vb
        C * deru = [i]
I0      [V] = Va - Vb
        [i] = II
Common  [V] = 0
parcap  [I0.II] = i
        [y] = C1.u
        C2.Vb = [C1.Vb]
        Common.V = [C2.Vb]
        [I0.Vb] = Common.V
        C1.Va = [I0.Va]
        [C2.Va] = C1.Va
        [C1.i] + C2.i = I0.i
C1      deru = [derVa] - derVb
C2      [deru] = derVa - derVb
Common  [derV] = 0
parcap  C2.derVb = [C1.derVb]
        Common.derV = [C2.derVb]
        [C2.derVa] = C1.derVa
""", "FM-84")
same(2, """
SORTED AND SOLVED EQUATIONS
SYSTEM OF 5 SIMULTANEOUS EQUATIONS
UNKNOWN VARIABLES
  C1.i
  C2.i
  C2.deru
  C1.derVa
  C1.deru
EQUATIONS
parcap  [C1.i] + C2.i = i
C2      C * deru = [i]
        [deru] = C1.derVa - C1.derVb
C1      deru = [derVa] - derVb
        C * [deru] = i
SOLVED SYSTEM OF EQUATIONS
C1.i = C1.C * i/(C1.C + C2.C)
C2.i = C2.C * i/(C1.C + C2.C)
C2.deru = i/(C1.C + C2.C)
C1.derVa = i/(C1.C + C2.C)
C1.deru = i/(C1.C + C2.C)
END OF SYSTEM OF SIMULTANEOUS EQUATIONS
parcap y = C1.u
END OF SORTED AND SOLVED EQUATIONS
""", "FM-86")

print("\n".join(faults))
sys.exit(1 if faults else 0)
EOF
