"""kron linearize against Octave's package control: poles, zeros (of pairs and of the whole system), frequency
and step responses. Skipped (77) without it."""
import json, math, os, subprocess, sys

KRON, TMP = os.environ["KRON"], os.environ["TMP"]
ROOT = os.environ["ROOT"]


def octave(text):
    return subprocess.run(["octave-cli", "--no-init-file", "--eval", text], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


try:
    if octave("pkg load control; disp('good')").stdout.strip() != "good":
        raise FileNotFoundError
except FileNotFoundError:
    print("no Octave with its package control")
    sys.exit(77)

MODELS = {
    "Mass": """parameter Real m = 2, d = 0.4, k = 8; input Real u; output Real y = x; output Real a = der(v);
      Real x(start = 0, fixed = true), v(start = 0, fixed = true);
    equation der(x) = v; m*der(v) = u - k*x - d*v;""",
    "TwoByTwo": """input Real u[2]; output Real y[2]; Real x[4](each start = 0, each fixed = true);
    equation der(x[1]) = x[2]; der(x[2]) = -100*x[1] - 2*x[2] + u[1] + 0.3*u[2];
      der(x[3]) = x[4]; der(x[4]) = -1e4*x[3] - 20*x[4] + u[2];
      y[1] = 50*x[1] + 3*x[2] + x[3]; y[2] = 1000*x[3] + x[4] + 0.1*x[1];""",
    "ThreeByTwo": """input Real u[2]; output Real y[3]; Real x[3](each start = 0, each fixed = true);
    equation der(x[1]) = -x[1] + u[1]; der(x[2]) = x[1] - 2*x[2] + u[2]; der(x[3]) = x[2] - 3*x[3] + u[1] - u[2];
      y[1] = x[1] + x[2]; y[2] = x[2] - x[3]; y[3] = x[1] + u[1];""",
    "Ladder": """parameter Integer n = 6; parameter Real R = 100, C = 1e-6; input Real u; output Real y = v[n], i = (u - v[1])/R;
      Real v[n](each start = 0, each fixed = true);
    equation C*der(v[1]) = (u - v[1])/R - (v[1] - v[2])/R;
      for k in 2:n - 1 loop C*der(v[k]) = (v[k - 1] - v[k])/R - (v[k] - v[k + 1])/R; end for;
      C*der(v[n]) = (v[n - 1] - v[n])/R;""",
    "Notch": """input Real u; output Real y = u + w; Real x(start = 0, fixed = true), w(start = 0, fixed = true);
    equation der(x) = w; der(w) = -400*x - 8*w - 6*u;""",
    "Unstable": """input Real F; output Real s = x; output Real phi = p;
      Real x(start = 0, fixed = true), v(start = 0, fixed = true), p(start = 0, fixed = true), w(start = 0, fixed = true);
    equation der(x) = v; der(p) = w; 1.2*der(v) + 0.2*0.5*(der(w)*cos(p) - w^2*sin(p)) = F - 0.1*v;
      0.5*der(w) + der(v)*cos(p) = 9.81*sin(p);""",
}

faults = []
SCRIPT = """pkg load control; cd %s; %s; sys = ss(A, B, C, D);
function put(name, z) printf('%%s', name); printf(' %%.17g %%.17g', [real(z(:))'; imag(z(:))']); printf('\\n'); end
put('poles', pole(sys)); put('whole', zero(sys));
[p, m] = size(D);
for y = 1:p for u = 1:m
  put(sprintf('zeros %%d %%d', u, y), zero(ss(A, B(:, u), C(y, :), D(y, u))));
  w = load('%s_w.txt'); g = freqresp(ss(A, B(:, u), C(y, :), D(y, u)), w); put(sprintf('response %%d %%d', u, y), g);
  t = load('%s_t.txt'); v = step(ss(A, B(:, u), C(y, :), D(y, u)), t); put(sprintf('step %%d %%d', u, y), v);
end end
"""


def matched(what, ours, theirs, tol, scale):
    """Both lists have the same elements, to a part of the scale."""
    rest = list(theirs)
    if len(ours) != len(theirs):
        faults.append("%s: %d instead of %d: %s, %s" % (what, len(ours), len(theirs), ours, theirs))
        return
    for z in ours:
        nearest = min(rest, key=lambda t: abs(t - z))
        if abs(nearest - z) > tol*scale:
            faults.append("%s: %s instead of %s" % (what, z, nearest))
        rest.remove(nearest)


def check(name, text):
    path = os.path.join(TMP, name + ".mo")
    with open(path, "w") as f:
        f.write("model %s\n%s\nend %s;\n" % (name, text, name))
    r = subprocess.run([KRON, "linearize", path, "--json", "--bode", "-", "--step-response", "-",
                        "-o", os.path.join(TMP, name + "_m.m")], stdout=subprocess.PIPE, text=True)
    d = json.loads(r.stdout)
    bode, step = d["bode"]["curves"], d["step_response"]["curves"]
    for which, values in ("w", bode[0]["x"]), ("t", step[0]["x"]):
        with open(os.path.join(TMP, "%s_%s.txt" % (name, which)), "w") as f:
            f.write("\n".join("%.17g" % x for x in values))
    out = octave(SCRIPT % (TMP, name + "_m", name, name))
    theirs = {}
    for line in out.stdout.splitlines():
        words = line.split()
        n = 3 if words[0] in ("zeros", "response", "step") else 1
        x = [float(w) for w in words[n:]]
        theirs[tuple(words[:n])] = [complex(a, b) for a, b in zip(x[::2], x[1::2])]
    if not theirs:
        faults.append("%s: Octave says %s" % (name, out.stderr))
        return
    scale = max(abs(z) for z in theirs["poles",])
    matched(name + " poles", [complex(*z) for z in d["poles"]], theirs["poles",], 1e-9, scale)
    matched(name + " transmission zeros", [complex(*z) for z in d["transmission_zeros"]], theirs["whole",], 1e-7, scale)
    pairs = [(u, y) for y in range(len(d["y"])) for u in range(len(d["u"]))]
    zeros = {(z["u"], z["y"]): [complex(*x) for x in z["zeros"]] for z in d["zeros"]}
    for k, (u, y) in enumerate(pairs):
        key = str(u + 1), str(y + 1)
        matched("%s zeros %s" % (name, key), zeros[d["u"][u], d["y"][y]], theirs[("zeros", *key)], 1e-7, scale)
        for i, g in enumerate(theirs[("response", *key)]):
            db, phase = bode[k]["y"][i], bode[len(pairs) + k]["y"][i]
            h = 0 if db is None else 10**(db/20)*complex(math.cos(math.radians(phase or 0)), math.sin(math.radians(phase or 0)))
            if abs(h - g) > 1e-8*abs(g):
                faults.append("%s response %s: %s instead of %s" % (name, key, h, g))
                break
        for a, b in zip(step[k]["y"], theirs[("step", *key)]):
            if abs(a - b) > 1e-6*max(1, *(abs(x) for x in theirs[("step", *key)])):
                faults.append("%s step %s: %s instead of %s" % (name, key, a, b))
                break


for item in MODELS.items():
    check(*item)
print("\n".join(faults))
sys.exit(bool(faults))
