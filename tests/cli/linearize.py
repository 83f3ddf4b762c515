"""kron linearize and kron steady against analytic matrices, poles, zeros and responses."""
import cmath, json, math, os, re, subprocess, sys

KRON, TMP = os.environ["KRON"], os.environ["TMP"]
faults = []


def kron(*args, status=0):
    r = subprocess.run([KRON, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if r.returncode != status:
        faults.append("%s: status %d instead of %d: %s" % (args, r.returncode, status, r.stderr))
    return r.stdout, r.stderr


def model(name, text):
    path = os.path.join(TMP, name + ".mo")
    with open(path, "w") as f:
        f.write("model %s\n%s\nend %s;\n" % (name, text, name))
    return path


def close(what, a, b, tol=1e-9):
    if isinstance(b, (list, tuple)):
        if len(a) != len(b):
            faults.append("%s: %r instead of %r" % (what, a, b))
            return
        for x, y in zip(a, b):
            close(what, x, y, tol)
    elif not abs(a - b) <= tol*max(1, abs(b)):
        faults.append("%s: %r instead of %r" % (what, a, b))


def linear(name, text, A, B, C, D, *options, order=None):
    """The matrices for states, inputs, outputs in the order given."""
    path = model(name, text)
    out, _ = kron("linearize", path, "--json", "--quiet", *options)
    if not out:
        return path
    d = json.loads(out)
    order = order or d["x"]
    if sorted(order) != sorted(d["x"]):
        faults.append("%s: states %s" % (name, d["x"]))
        return path
    p = [d["x"].index(x) for x in order]
    close(name + ".A", [[d["A"][i][j] for j in p] for i in p], A)
    close(name + ".B", [d["B"][i] for i in p], B)
    close(name + ".C", [[row[j] for j in p] for row in d["C"]], C)
    close(name + ".D", d["D"], D)
    return path


# 1 a mass on a spring: m x'' = u - k x - d x'
mass = linear("Mass", """
  parameter Real m = 2, d = 0.4, k = 8;
  input Real u; output Real y = x; output Real a = der(v);
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v; m*der(v) = u - k*x - d*v;""",
  [[0, 1], [-4, -.2]], [[0], [.5]], [[1, 0], [-4, -.2]], [[0], [.5]], order=["x", "v"])
# 2 nonlinear: x' = -x^3 + u*sin(x) at x = 2, u = 3
linear("Cubic", """
  input Real u(start = 3); output Real y = x^2*u; Real x(start = 2, fixed = true);
equation
  der(x) = -x^3 + u*sin(x);""",
  [[-12 + 3*math.cos(2)]], [[math.sin(2)]], [[12.]], [[4.]])
# 3 through a linear algebraic loop: two resistors in series charge a capacitor
linear("Divider", """
  parameter Real R1 = 100, R2 = 300, C = 1e-3;
  input Real u; output Real y = v2; Real v1, v2, i; Real v(start = 0, fixed = true);
equation
  u - v2 = R1*i; v2 - v = R2*i; C*der(v) = i; v1 = R1*i;""",
  [[-2.5]], [[2.5]], [[.25]], [[.75]])
# 4 through a nonlinear one: z + z^3 = x + u at z = 1
linear("Implicit", """
  input Real u; output Real y = z; Real z(start = 1); Real x(start = 2, fixed = true);
equation
  z + z^3 = x + u; der(x) = -z^2;""",
  [[-2/4]], [[-2/4]], [[1/4]], [[1/4]])
# 5 a rigid gear: (J1 + J2*i^2) a = u
linear("Gear", """
  parameter Real J1 = 1, J2 = 2, i = 3;
  input Real u; output Real y = p2; Real p1(start = 0, fixed = true), p2, w1(start = 0, fixed = true), w2, t;
equation
  der(p1) = w1; der(p2) = w2; J1*der(w1) = u - t; J2*der(w2)*i = t; p2 = i*p1;""",
  [[0, 1], [0, 0]], [[0], [1/19]], [[3, 0]], [[0]], order=["p1", "w1"])
# 6 a pendulum in Cartesian coordinates: states are chosen at run time
linear("Cartesian", """
  parameter Real g = 9.81; Real x(start = 0), y(start = -1), vx(start = 0), vy, F;
  input Real u; output Real out = x;
equation
  der(x) = vx; der(y) = vy; der(vx) = F*x - 0.1*vx + u; der(vy) = F*y - g - 0.1*vy; x^2 + y^2 = 1;""",
  [[0, 1], [-9.81, -.1]], [[0], [1]], [[1, 0]], [[0]], order=["x", "vx"])
# 7 upright, which is an equilibrium that no run finds
linear("Upright", """
  parameter Real g = 9.81; Real phi(start = 3, fixed = true), w(start = 0, fixed = true);
  input Real u; output Real y = phi;
equation
  der(phi) = w; der(w) = -g*sin(phi) - 0.2*w + u;""",
  [[0, 1], [9.81, -.2]], [[0], [1]], [[1, 0]], [[0]], "--steady", order=["phi", "w"])
# 8 two inputs and two outputs, through a function
linear("Function", """
  function f input Real a, b; output Real c; algorithm c := a*b; for i in 1:2 loop c := c + a; end for; end f;
  input Real u(start = 5), w(start = 5); output Real y = f(x, w), z = u - w; Real x(start = 2, fixed = true);
equation
  der(x) = f(u, x) - x;""",
  [[4.]], [[4., 0]], [[7.], [0]], [[0, 2.], [1, -1]])
# 9 no states
linear("Still", "  input Real u; output Real y = exp(u) + 2*u;", [], [], [[]], [[3.]])
# 10 later: x = exp(-t) at t = 1
linear("Later", """
  output Real y = x^2; input Real u; Real x(start = 1, fixed = true);
equation
  der(x) = -x + u*x;""",
  [[-1]], [[math.exp(-1)]], [[2*math.exp(-1)]], [[0]], "--at", "1", "--tolerance", "1e-11")
# 11 the mode of a condition counts
linear("Mode", """
  input Real u; output Real y = if x > 1 then 3*x else 5*x; Real x(start = 2, fixed = true);
equation
  der(x) = -x + u;""", [[-1]], [[1]], [[3]], [[0]])

# ---- Poles, zeros, pictures, files ----
d = json.loads(kron("linearize", mass, "--json")[0])
close("poles", [complex(*p) for p in d["poles"]], [complex(-.1, math.sqrt(3.99)), complex(-.1, -math.sqrt(3.99))])
lead = model("Lead", """
  input Real u; output Real y = 2*(u - x) + 0.5*z; Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 3*(u - x); der(z) = -7*z + u;""")
d = json.loads(kron("linearize", lead, "--json")[0])
# 2 s/(s + 3) + 0.5/(s + 7) = (2 s^2 + 14.5 s + 1.5)/((s + 3)(s + 7))
root = math.sqrt(14.5**2 - 12)
close("zeros", sorted(z[0] for z in d["zeros"][0]["zeros"]), sorted([(-14.5 - root)/4, (-14.5 + root)/4]))
close("lead poles", [p[0] for p in d["poles"]], [-3, -7])
text = kron("linearize", mass)[0]
for wanted in "A =", "w = 2 rad/s, D = 0.05", "zeros from u to y: none":
    if wanted not in text:
        faults.append("the report lacks " + wanted)
kron("linearize", mass, "--bode", os.path.join(TMP, "bode.svg"), "--step-response", os.path.join(TMP, "step.svg"))
for name in "bode.svg", "step.svg":
    if not open(os.path.join(TMP, name)).read().lstrip().startswith("<"):
        faults.append(name)
if "y from u" not in kron("linearize", mass, "--bode", "-")[0]:
    faults.append("no curve in the terminal")
m = os.path.join(TMP, "system.m")
kron("linearize", mass, "-o", m)
kron("linearize", mass, "-o", os.path.join(TMP, "system.mat"))
octave = """cd %s; system; s = load('system.mat');
assert(s.A, A); assert(s.B, B); assert(s.C, C); assert(s.D, D); assert(strtrim(s.yNames(2, :)), 'a');
assert(sort(eig(A)), sort(roots([2 0.4 8])), 1e-9); disp('good');""" % TMP
if subprocess.run(["octave-cli", "--no-init-file", "--eval", octave], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout.strip() != "good":
    faults.append("Octave does not read the files")

# ---- Equilibria ----
tank = model("Tank", """
  parameter Real q = 2; Real h1(start = 0.5), h2(start = 0.1), z(start = 3);
equation
  der(h1) = q - 3*sqrt(h1); der(h2) = 3*sqrt(h1) - (if h2 > 0.3 then 2*h2^2 else h2); der(z) = 1 - z^3;""")
v = json.loads(kron("steady", tank, "--json", "--quiet")[0])["values"]
close("tank", [v["h1"], v["h2"], v["z"]], [4/9, 1, 1], 1e-6)
free = model("Free", "  Real x(start = 4, fixed = true), v(start = 1, fixed = true); equation der(x) = v; der(v) = -v;")
d = json.loads(kron("steady", free, "--json")[0])
close("free", [d["values"]["v"], d["values"]["x"], d["free"]], [0, 4, 1], 1e-6)
none = model("None", "  Real x(start = 1, fixed = true), e(start = 0, fixed = true); equation der(x) = 1 - x; der(e) = x;")
if "der(e)" not in kron("steady", none, status=3)[1]:
    faults.append("what has no equilibrium is not named")
driven = model("Driven", "  Real s(start = 0, fixed = true), v(start = 1, fixed = true); equation der(s) = v; 2*der(v) = 10;")
text = kron("steady", driven, status=3)[1]
if "der(v) = 5 by 2*der(v) = 10" not in text or "no state has an influence on it" not in text:
    faults.append("a derivative that no state influences is not explained: " + text)
kron("linearize", mass, "--at", "-1", status=2)
kron("linearize", os.path.join(TMP, "missing.mo"), status=1)
kron("linearize", tank, "--bode", "-", "--quiet", status=2)

print("\n".join(faults))
sys.exit(bool(faults))
