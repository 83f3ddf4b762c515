"""Fixed-step methods and small steps, against what the formulas promise."""
import json, math, os, subprocess, sys

KRON = os.environ["KRON"]
failures = 0


def run(model, *options):
    r = subprocess.run([KRON, "simulate", model, "--json", "-o", "out.csv"] + list(options),
                       capture_output=True, text=True)
    if r.returncode:
        sys.exit("%s %s: %s" % (model, " ".join(options), r.stderr))
    return json.loads(r.stdout)


def check(good, *what):
    global failures
    if not good:
        failures += 1
        print(*what)


open("Poly.mo", "w").write("""model Poly
  parameter Integer k = 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = k*time^(k - 1);
end Poly;
""")
open("Curve.mo", "w").write("""model Curve "x = cos(t), y = sin(t), z = exp(-t/10)"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = -y*z^2/exp(-0.2*time);
  der(y) = x*z/exp(-0.1*time);
  der(z) = -0.1*z;
end Curve;
""")
open("Loop.mo", "w").write("""model Loop "IN-15: solved exactly by 1/(1 + exp(t))"
  Real x(start = 0.5, fixed = true), w;
equation
  der(x) = -x + w;
  w = x^2;
end Loop;
""")
order = {"euler": 1, "implicit-euler": 1, "trapezoid": 2}
order.update(("bdf%d" % k, k) for k in range(1, 7))

# Polynomials up to the order are exact, the next power is not (IN-10, IN-12).
for method, k in order.items():
    for power in k, k + 1:
        x = run("Poly.mo", "--method", method, "--step", "0.1", "--stop", "2", "--set",
                "k=%d" % power)["final"]["x"]
        check((abs(x - 2**power) <= 1e-12) == (power == k), method, "on t^%d:" % power, x)

# The error falls as the order says; also with output between the steps, and a short last step.
for method, k in order.items():
    for stop in 2.0, 2.013:
        error = []
        for n in 40, 80:
            j = run("Curve.mo", "--method", method, "--step", repr(2/n), "--tolerance", "1e-13", "--stop",
                    repr(stop), "--intervals", "7")
            exact = {"x": math.cos(stop), "y": math.sin(stop), "z": math.exp(-0.1*stop)}
            check(j["method"] == method and j["steps"] == n + (stop != 2.0), method, j["steps"], "steps")
            error.append(max(abs(j["final"][v] - exact[v]) for v in exact))
        check(abs(math.log2(error[0]/error[1]) - k) < 0.2, method, "errors", error)

# The same of methods of variable step, where nothing but --max-step limits them (IN-60).
for method, k in {"sdirk": 4, "radau": 5, "rk45": 5, "rk8": 8}.items():
    error = []
    for n in ((8, 16) if k == 8 else (20, 40)): # the first steps are shorter and count less
        j = run("Curve.mo", "--method", method, "--max-step", repr(2/n), "--tolerance", "0.1", "--stop", "2")
        check(n <= j["steps"] <= n + 9, method, j["steps"], "steps")
        error.append(max(abs(j["final"]["x"] - math.cos(2)), abs(j["final"]["y"] - math.sin(2))))
    check(abs(math.log2(error[0]/error[1]) - k) < 0.2, method, "errors", error)

# Rows between the steps follow the curve as well as the steps do.
for method, k in order.items():
    j = run("Curve.mo", "--method", method, "--step", "0.05", "--tolerance", "1e-13", "--stop", "2", "--intervals",
            "137")
    worst = 0
    for line in open("out.csv").read().split()[1:]:
        t, x = map(float, line.split(",")[:2])
        worst = max(worst, abs(x - math.cos(t)))
    end = abs(j["final"]["x"] - math.cos(2))
    check(worst <= 20*0.05**k/k, method, "between steps", worst, "at the end", end)

# However short the step is, its equations are solved (IN-15).
for h in "1", "1e-3", "1e-8", "1e-16", "1e-100", "1e-300":
    stop = 5*float(h)
    for method in "implicit-euler", "trapezoid", "bdf6", "bdf", "sdirk", "radau":
        limit = "--max-step" if method in ("bdf", "sdirk", "radau") else "--step"
        j = run("Loop.mo", "--method", method, limit, h, "--stop", repr(stop))
        x = 1/(1 + math.exp(stop))
        check(j["rejected"] <= 5 and abs(j["final"]["x"] - x) < max(0.02*stop**2, 1e-14) + 1e-4*stop,
              method, h, j["final"]["x"], x)
# No event is lost or found twice, whatever the method is: bounces, the crossings of ten sines, some of
# them at once, samples, and a switch that no state feels.
open("Count.mo", "w").write("""model Count
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true);
  Real s(start = 0, fixed = true), c(start = 1, fixed = true);
  discrete Integer bounces(start = 0, fixed = true), ticks(start = 0, fixed = true), n[10](each start = 0, each fixed = true);
  Boolean late;
equation
  der(x) = v;
  der(v) = -9.81;
  when x < 0 then
    reinit(v, -0.8*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  when sample(0, 0.07) then
    ticks = pre(ticks) + 1;
  end when;
  der(y) = -100*(y - cos(time)) + 0.01*ticks*y^2;
  der(s) = c;
  der(c) = -s;
  for i in 1:10 loop
    when s > div(i, 2)/10 then
      n[i] = pre(n[i]) + 1;
    end when;
  end for;
  late = y > 0.5;
end Count;
""")
fall, bounce = math.sqrt(2/9.81), 2*0.8*math.sqrt(2/9.81)
times = [fall + bounce*(1 - 0.8**k)/0.2 for k in range(20)]
for method in "bdf", "radau", "sdirk", "mixed", "auto", "cvode":
    for tolerance in "1e-4", "1e-7":
        stop = 3.52
        j = run("Count.mo", "--method", method, "--stop", repr(stop), "--tolerance", tolerance)["final"]
        want = [sum(t < stop for t in times), 1 + int(stop/0.07 - 1e-9)] + [1]*10
        got = [j["bounces"], j["ticks"]] + [j["n[%d]" % i] for i in range(1, 11)]
        check(got == want, method, tolerance, "counts", got, "instead of", want)

# One fast state among slow ones: Newton's iteration has one unknown, all others a fixed point (IN-61).
open("Fast.mo", "w").write("""model Fast "f = cos(t), s[i] = sin(i*t/10)"
  Real f(start = 1, fixed = true), s[4](each start = 0, each fixed = true);
equation
  der(f) = -1e5*(f^3 + f - cos(time)^3 - cos(time) + s[1]*s[2] - sin(time/10)*sin(time/5)) - sin(time);
  for i in 1:4 loop
    der(s[i]) = i/10*cos(i*time/10) + 0.2*(sin(time)^2 + f^2 - 1)*s[i] - 0.05*(s[i]^3 - sin(i*time/10)^3);
  end for;
end Fast;
""")
for tolerance in 1e-4, 1e-7:
    j = run("Fast.mo", "--method", "mixed", "--stop", "10", "--tolerance", repr(tolerance))
    error = max([abs(j["final"]["f"] - math.cos(10))] +
                [abs(j["final"]["s[%d]" % i] - math.sin(i)) for i in range(1, 5)])
    check(j["method"] == "mixed" and j["stiff_unknowns"] == 1 and error < 100*tolerance and
          j["steps"] < 2000, "mixed", tolerance, j["stiff_unknowns"], error, j["steps"])
j = run("Fast.mo", "--stop", "10")
check(j["method"] == "bdf" and "stiff from time" in j["why"], "auto", j["method"], j["why"])

# Junctions that begin to conduct inside of a long step: the exponential is followed by its value (rt/tangents.c). Plain
# Newton iteration comes down by one thermal voltage each time: 6 to 10 iterations for each of the ten instead of 2 or 3. CVODE
# solves for the currents inside of derivatives.
open("Junctions.mo", "w").write("""model Junctions
  parameter Integer n = 10;
  parameter Real Is = 1e-9, Vt = 0.0259, R = 10, C = 1e-4;
  Real u = 5*sin(2*3.141592653589793*50*time), v[n](each start = 0, each fixed = true), i[n];
equation
  for k in 1:n loop
    i[k] = Is*(exp((u - v[k] - R*i[k])/Vt) - 1);
    C*der(v[k]) = i[k] - v[k]/(500*(1 + k/n));
  end for;
end Junctions;
""")
for method, step in ("trapezoid", "0.0025"), ("bdf2", "0.002"), ("implicit-euler", "0.001"):
    j = run("Junctions.mo", "--method", method, "--step", step, "--stop", "0.1")
    check(j["newton_iterations"] < 4*10*j["steps"], method, "iterations in steps", j["newton_iterations"], j["steps"])
# Nonlinear equations for the derivatives: kron's choice is the inlined method from the first step on.
j = run("Junctions.mo", "--stop", "0.1")
check(j["method"] == "bdf" and "nonlinear equations" in j["why"], "auto", j["method"], j["why"])

# The same whose exponentials go on as straight lines, on which corrections come back to where the line vanishes: points of
# tangents that are moved down by 30 from there and up again are never near the solution (461 Jacobians).
open("Lines.mo", "w").write("""model Lines
  parameter Integer n = 10;
  parameter Real Is = 1e-9, Vt = 0.0259, R = 10, C = 1e-4, limit = 40;
  Real u = 5*sin(2*3.141592653589793*50*time), v[n](each start = 0, each fixed = true), i[n], x[n];
equation
  for k in 1:n loop
    x[k]*Vt = u - v[k] - R*i[k];
    i[k] = Is*(smooth(1, noEvent(if x[k] > limit then exp(limit)*(1 + x[k] - limit) else exp(x[k]))) - 1);
    C*der(v[k]) = i[k] - v[k]/(500*(1 + k/n)) + (if k > 1 then (v[max(k - 1, 1)] - v[k])/100 else 0) +
      (if k < n then (v[min(k + 1, n)] - v[k])/100 else 0);
  end for;
end Lines;
""")
j = run("Lines.mo", "--method", "implicit-euler", "--step", "0.001", "--stop", "0.1")
check(j["jacobians"] < 2*j["steps"], "straight lines", j["jacobians"], j["steps"])
best = run("Junctions.mo", "--method", "cvode", "--tolerance", "1e-9", "--stop", "0.1")["final"]
for method in "bdf", "sdirk", "radau":
    for tolerance in 1e-2, 1e-4, 1e-6:
        j = run("Junctions.mo", "--method", method, "--tolerance", repr(tolerance), "--stop", "0.1")
        error = max(abs(j["final"]["v[%d]" % k] - best["v[%d]" % k])/4 for k in range(1, 11))
        check(error < 10*tolerance, method, tolerance, "error", error)
sys.exit(failures > 0)
