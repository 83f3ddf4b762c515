# Automatic relaxing (RX-53, RX-54, RX-56, RX-59, Q-12): the accelerations of chains and trees of bodies are eliminated
# recursively, with as many operations for every further body, whether the library has marks or not.
. "$ROOT/tests/cli/common"

cat > Plain.mo <<'EOF2'
package Plain "Bodies in a plane without any mark; positions are differentiated"
  connector Frame
    Real x, y, phi;
    flow Real fx, fy, t;
  end Frame;
  model Link "A hinge, turned against the frame before, and a rod with its mass in the middle"
    Frame a, b;
    parameter Real m = 1, l = 1, J = 1/12, g = 9.81;
    Real q(start = 0.3, fixed = true), w(start = 0.2, fixed = true), x, y, vx, vy, ax, ay, wb, z;
  equation
    w = der(q);
    b.phi = a.phi + q;
    x = a.x + l/2*cos(b.phi);
    y = a.y + l/2*sin(b.phi);
    b.x = a.x + l*cos(b.phi);
    b.y = a.y + l*sin(b.phi);
    vx = der(x);
    vy = der(y);
    ax = der(vx);
    ay = der(vy);
    wb = der(b.phi);
    z = der(wb);
    m*ax = a.fx + b.fx;
    m*ay = a.fy + b.fy - m*g;
    a.t = 0;
    J*z = a.t + b.t + l/2*(sin(b.phi)*(a.fx - b.fx) - cos(b.phi)*(a.fy - b.fy));
  end Link;
  model Ground
    Frame b(x = 0, y = 0, phi = 0);
  end Ground;
  model Chain
    parameter Integer n = 3;
    Ground ground;
    Link link[n];
  equation
    connect(ground.b, link[1].a);
    for i in 2:n loop
      connect(link[i - 1].b, link[i].a);
    end for;
  end Chain;
  model Tree "Every link carries two"
    parameter Integer n = 3;
    Ground ground;
    Link link[n];
  equation
    connect(ground.b, link[1].a);
    for i in 2:n loop
      connect(link[div(i, 2)].b, link[i].a);
    end for;
  end Tree;
end Plain;
EOF2

cat > Space.mo <<'EOF2'
model Space "Links in space; forces are written in the frames of their bodies, rods have equations of their own"
  constant Integer n = 100;
  constant Real e[n, 3] = {{if mod(i + k, 3) == 1 then 1 else 0 for k in 1:3} for i in 1:n};
  constant Real l[3] = {1, 0, 0};
  parameter Real c[3] = {0.5, 0, 0}, g[3] = {0, 9.81, 0}, m = 1, J = 0.1;
  Real q[n](each fixed = true, start = {0.5*sin(1.7*i) for i in 1:n});
  Real u[n](each fixed = true, start = {0.1*cos(2.3*i) for i in 1:n});
  Real R[n, 3, 3], T[n + 1, 3, 3], a[n + 1, 3], w[n + 1, 3], z[n + 1, 3];
  Real f[n, 3], t[n, 3] "at the joint", fb[n, 3], tb[n, 3] "of the body", fr[n + 1, 3], tr[n + 1, 3], ta[n, 3] "of the rod";
equation
  T[1] = identity(3);
  a[1] = g;
  w[1] = zeros(3);
  z[1] = zeros(3);
  fr[n + 1] = zeros(3);
  tr[n + 1] = zeros(3);
  for i in 1:n loop
    fb[i] = m*(T[i + 1]*a[i] + cross(z[i + 1], c) + cross(w[i + 1], cross(w[i + 1], c)));
    zeros(3) = ta[i] + t[i] + tb[i];
    zeros(3) = ta[i] + tr[i + 1] + cross(l, fr[i + 1]);
    tb[i] = J*z[i + 1] + cross(c, fb[i]);
    fr[i] = transpose(R[i])*f[i];
    e[i]*t[i] = 0;
    a[i + 1] = a[i] + transpose(T[i + 1])*(cross(z[i + 1], l) + cross(w[i + 1], cross(w[i + 1], l)));
    u[i] = der(q[i]);
    tr[i] = transpose(R[i])*t[i];
    zeros(3) = f[i] + fb[i] - fr[i + 1];
    z[i + 1] = R[i]*z[i] + e[i]*der(u[i]) + cross(w[i + 1], e[i]*u[i]);
    T[i + 1] = R[i]*T[i];
    w[i + 1] = R[i]*w[i] + e[i]*u[i];
    R[i] = [e[i]]*transpose([e[i]]) + (identity(3) - [e[i]]*transpose([e[i]]))*cos(q[i]) - skew(e[i])*sin(q[i]);
  end for;
end Space;
EOF2

cat > growth.py <<'EOF2'
import json, subprocess, sys

kron, root = sys.argv[1:]


def structure(name, *arguments):
    run = subprocess.run([kron, "structure", "--json", *arguments], capture_output=True, text=True)
    assert not run.returncode, name + ": " + run.stderr
    return json.loads(run.stdout)


def check(name, of, first, last):
    """The operations are linear in n, and nothing is left to be factored."""
    count = []
    for n in range(first, last + 1):
        d = of(n)
        systems = [b for b in d["blocks"] if b["size"] > 4]
        assert systems and all(b["iteration"] == 0 and b["pivots"] == "recursive" for b in systems), (name, n)
        count.append(d["operations"]["total"])
    steps = [b - a for a, b in zip(count, count[1:])]
    assert len(set(steps)) == 1, (name, count, steps)


def chain(*options):
    def of(n):
        text = subprocess.run([sys.executable, root + "/bench/multibody/chain.py", str(n), *options],
                              capture_output=True, text=True, check=True).stdout
        open("Chain.mo", "w").write(text)
        return structure("Chain", "Chain.mo")
    return of


check("space", chain(), 4, 9)
check("plane", chain("--planar"), 4, 9)
check("written out", chain("--written", "--planar"), 4, 7)
check("no marks", lambda n: structure("Plain", "-I", ".", "Plain.Chain", "--set", "n=%d" % n), 4, 12)


def written(kind, n):
    text = subprocess.run([sys.executable, root + "/bench/multibody/models.py", kind, str(n)], capture_output=True,
                          text=True, check=True).stdout
    open("Written.mo", "w").write(text)
    return "Written.mo"


def check_pivoted(model, stop):
    """Few solutions along steady pivots have lost digits."""
    run = subprocess.run([kron, "simulate", model, "--stop", stop, "--json", "--quiet", "-o", "t.csv"],
                         capture_output=True, text=True)
    assert not run.returncode, run.stderr
    run = json.loads(run.stdout)
    assert run["pivoted"] < run["evaluations"]/20, (model, run["pivoted"], run["evaluations"])


# Every third joint slides: as much for every three links more.
count = [structure("sliding", written("kron-sliding", n), "--quiet")["operations"]["total"] for n in (9, 12, 15, 18)]
assert len({b - a for a, b in zip(count, count[1:])}) == 1, count
# What is 0 but for rounding, across the plane of a branch, is not taken for digits that were lost.
check_pivoted(written("kron-tree", 20), "1")
# Nor does rounding grow from link to link: forces do not follow from the torques that joints do not have.
check_pivoted("Space.mo", "0.01")
tree = [structure("Tree", "-I", ".", "Plain.Tree", "--set", "n=%d" % n) for n in (7, 15, 31, 63)]
total = [d["operations"]["total"] for d in tree]
assert all(b["iteration"] == 0 for d in tree for b in d["blocks"]), "tree: something is left"
assert (total[3] - total[2]) / (total[2] - total[1]) < 2.1, total  # 32 bodies more, 16 bodies more
robot = root + "/examples/papers/RobotArm.mo"  # six joints (RX-53, Q-10)
torn, relaxed = ([b for b in structure("robot", robot, "--relax", how)["blocks"] if b["size"] > 100] for how in ("off", "on"))
assert [b["iteration"] for b in torn] == [6], torn
assert [(b["iteration"], b["pivots"]) for b in relaxed] == [(0, "recursive")], relaxed
print("linear")
EOF2
python3 growth.py "$KRON" "$ROOT"
