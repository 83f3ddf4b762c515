# Q-6, issue bar "residuals after the solution at rounding level": bridges of ideal switches, whose
# coefficients are 1 or 1e-5 according to the mode. As few unknowns are factored as there are
# switches, in parts where the circuit falls apart, and every equation as it is written holds to
# rounding of its own terms at every output point. Currents are (e - u)/Rs: their sum can be no better than
# the rounding of e/Rs, which is far larger than they are where a state event shows a diode just as it opens.
cat > Bridge.mo <<'END'
model Bridge "Six diodes; source with resistances or not, inductive load"
  constant Integer n = 3;
  parameter Real Ron = 1e-5, Goff = 1e-5, Rs = 0.1, L = 0.01, R = 5;
  Real sp[n], vp[n], ip[n], sn[n], vn[n], in_[n], e[n], u[n], i[n], p, m, il(start = 0, fixed = true);
  Boolean offp[n](each start = true), offn[n](each start = true);
equation
  for k in 1:n loop
    e[k] = 325*sin(314.159*time - (k - 1)*2.0943951);
    e[k] - u[k] = Rs*i[k];
    offp[k] = sp[k] < 0;
    vp[k] = sp[k]*(if offp[k] then 1 else Ron);
    ip[k] = sp[k]*(if offp[k] then Goff else 1);
    vp[k] = u[k] - p;
    offn[k] = sn[k] < 0;
    vn[k] = sn[k]*(if offn[k] then 1 else Ron);
    in_[k] = sn[k]*(if offn[k] then Goff else 1);
    vn[k] = m - u[k];
    i[k] = ip[k] - in_[k];
  end for;
  ip[1] + ip[2] + ip[3] = il;
  in_[1] + in_[2] + in_[3] = il;
  L*der(il) = p - m - R*il;
end Bridge;
model Stiff "Without resistance of the source: the two halves are independent"
  extends Bridge(Rs = 0);
end Stiff;
END
python3 - <<'END'
import csv, json, math, os, subprocess
kron = os.environ["KRON"]
def run(*a):
    r = subprocess.run([kron, *a], capture_output=True, text=True)
    assert not r.returncode, r.stderr
    return r.stdout
def sizes(blocks):
    for b in blocks:
        if b["iteration"]:
            yield b["iteration"]
        yield from sizes(b["blocks"])
def residuals(v, Rs, Ron=1e-5, Goff=1e-5, L=0.01, R=5):
    t = v["time"]
    for k in range(1, 4):
        g = lambda x: v["%s[%d]" % (x, k)]
        yield [g("e"), -g("u"), -Rs*g("i")]
        yield [g("vp"), -g("sp")*(1 if g("offp") else Ron)]
        yield [g("ip"), -g("sp")*(Goff if g("offp") else 1)]
        yield [g("vp"), -g("u"), v["p"]]
        yield [g("vn"), -g("sn")*(1 if g("offn") else Ron)]
        yield [g("in_"), -g("sn")*(Goff if g("offn") else 1)]
        yield [g("vn"), -v["m"], g("u")]
        yield [g("i"), -g("ip"), g("in_")]
    yield [v["ip[%d]" % k] for k in (1, 2, 3)] + [-v["il"]]
    yield [v["in_[%d]" % k] for k in (1, 2, 3)] + [-v["il"]]
    yield [L*v["der(il)"], -v["p"], v["m"], R*v["il"]]
def currents(v):
    return [v["i[%d]" % k] for k in (1, 2, 3)]
for model, Rs, most in ("Bridge", 0.1, [6]), ("Stiff", 0, [3, 3]):
    s = json.loads(run("structure", "Bridge.mo:" + model, "--json"))
    found = sorted(sizes(s["blocks"]))
    assert sum(found) <= sum(most) and max(found) <= max(most), (model, found)
    for method in "rk45", "cvode":
        run("simulate", "Bridge.mo:" + model, "--method", method, "--stop", "0.05", "--intervals", "500",
            "--quiet", "-o", "out.csv")
        rows = list(csv.DictReader(open("out.csv")))
        worst = 0
        for row in rows:
            v = {k: float(x) for k, x in row.items()}
            for terms in residuals(v, Rs):
                size, off = sum(map(abs, terms)), abs(math.fsum(terms))
                rounding = 2**-52*325/Rs if Rs and len(terms) == 3 and terms[0] in currents(v) else 0
                if size > 1e-10 and off > rounding:
                    worst = max(worst, off/size)
        modes = {tuple(row["off%s[%d]" % (h, k)] for h in "pn" for k in (1, 2, 3)) for row in rows}
        assert len(modes) > 6, modes
        assert worst < 1e-12, (model, method, worst)
END
