# Classic and Modelica classes in one model, in both directions; hierarchy, several libraries; and
# the same circuit in both languages: the same states, blocks and trajectory (issue: FM-1 to FM-15).
cat > parts.mo <<'EOF'
connector Pin
  Real v;
  flow Real i;
end Pin;
EOF
mkdir -p lib1 lib2
cat > lib1/Pin.mo < parts.mo
cat > lib1/Ground.mo <<'EOF'
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
EOF
cat > lib1/Source.mo <<'EOF'
model Source
  Pin p, n;
  parameter Real V = 5;
equation
  p.v - n.v = V;
  p.i + n.i = 0;
end Source;
EOF
cat > lib2/cells.dym <<'EOF'
{a series connection with a path of its own: what flows in at A flows out at B}
model type cell
  cut A(Va/i), B(Vb/-i)
  main path P <A - B>
  parameter R = 50, C = 1.0E-3
  submodel (resistor) R1(R = R)
  submodel (capacitor) C1(C = C)
  connect A - R1 - C1 - B
end
{the same with two currents}
model type cell2
  cut A(Va/ia), B(Vb/ib)
  main path P <A - B>
  parameter R = 50, C = 1.0E-3
  submodel (resistor) R1(R = R)
  submodel (capacitor) C1(C = C)
  connect R1 from A to M, C1 from M to B
  node M
end
EOF
cat > modelica.mo <<'EOF'
model Mixed "classic resistors between Modelica pins"
  Source s;
  Ground g;
  resistor r[2](R = {40, 60});
  capacitor c(C = 1e-3);
equation
  connect(s.p, r[1].WireA);
  connect(r[1].WireB, r[2].WireA);
  connect(r[2].WireB, c.WireA);
  connect(c.WireB, g.p);
  connect(s.n, g.p);
end Mixed;
EOF
cat > classic.dym <<'EOF'
model mixed
  submodel (Source) s(V = 5)
  submodel (Ground) g
  submodel (resistor) r1(R = 40), r2(R = 60)
  submodel (capacitor) c(C = 1.0E-3)
  node n1
  connect g -\s - n1, n1 - r1 - r2 - c - g
end
EOF
cat > hier.dym <<'EOF'
model hier
  submodel (vsource) U
  submodel (cell) X(R = 10), Z
  submodel (cell2) Y
  submodel Common
  input u
  output x, y, z
  connect Common -\U - (X//Y//\Z) - Common
  U.V = u
  x = X.C1.u
  y = Y.C1.u
  z = -Z.C1.u
end
EOF
"$KRON" simulate modelica.mo -I lib1 -I "$ROOT/lib" --stop 0.5 --tolerance 1e-8 -o a.csv
"$KRON" simulate classic.dym -I lib1 --stop 0.5 --tolerance 1e-8 -o b.csv
"$KRON" simulate hier.dym -I lib2 --set u=2 --stop 0.2 --tolerance 1e-8 -o c.csv
"$KRON" session > answer 2>&1 <<'EOF' || test $? = 1
enter hier.dym
library lib2
enter hier.dym
quit
EOF
grep -q "class .cell. is not declared" answer
grep -q "hier: .* equations" answer

# The same circuit in Modelica: classes with the same variables, connected by equations.
cat > twin.mo <<'EOF'
model Circuit
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin a, b;
    Real u, i;
  equation
    u = a.v - b.v;
    i = a.i;
    a.i + b.i = 0;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    u = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(u) = i;
  end Capacitor;
  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    L*der(i) = u;
  end Inductor;
  model Source
    extends TwoPin;
    Real V;
  equation
    V = u;
  end Source;
  model Ground
    Pin a;
  equation
    a.v = 0;
  end Ground;
  Source U0;
  Resistor R1(R = 100), R2(R = 20);
  Capacitor C(C = 1e-7);
  Inductor L(L = 1.5e-3);
  Ground g;
  input Real u;
  output Real y1, y2;
equation
  connect(g.a, U0.b);
  connect(U0.a, R1.a);
  connect(R1.b, C.a);
  connect(C.b, g.a);
  connect(U0.a, R2.a);
  connect(R2.b, L.a);
  connect(L.b, g.a);
  U0.V = u;
  y1 = C.u;
  y2 = L.i;
end Circuit;
EOF
for f in twin.mo "$ROOT/examples/papers/circuit.dym"; do
    n=$(basename $f | cut -c1-4)
    "$KRON" simulate $f --set u=10 --stop 1e-4 --tolerance 1e-9 --vars y1 --vars y2 -o $n.csv 2> /dev/null
    "$KRON" structure $f --json > $n.json 2> /dev/null
done
python3 - <<'EOF'
import csv, json, math
def rows(f):
    r = list(csv.reader(open(f)))
    return [dict(zip(r[0], map(float, x))) for x in r[1:]]
for f in "ab":
    for r in rows(f + ".csv"):
        want = 5*(1 - math.exp(-r["time"]/0.1))
        assert abs(r["c.u"] - want) < 1e-6, (f, r["time"], r["c.u"], want)
for r in rows("c.csv"):
    t = r["time"]
    assert abs(r["x"] - 2*(1 - math.exp(-t/0.01))) < 1e-6
    assert abs(r["y"] - 2*(1 - math.exp(-t/0.05))) < 1e-6 and abs(r["z"] - r["y"]) < 1e-9
a, b = rows("twin.csv"), rows("circ.csv")
assert len(a) == len(b) > 100
for p, q in zip(a, b):
    assert p["time"] == q["time"] and abs(p["y1"] - q["y1"]) < 1e-9 and abs(p["y2"] - q["y2"]) < 1e-9
a, b = json.load(open("twin.json")), json.load(open("circ.json"))
assert a["states"] == b["states"] == ["C.u", "L.i"]
shape = lambda j: sorted((x["kind"], x["size"]) for x in j["blocks"])
assert [x for x in shape(a) if x[1] > 1] == [x for x in shape(b) if x[1] > 1] == []
EOF

# The class of a submodel without parentheses is taken for a submodel.
mkdir -p apart
cat > apart/twin.dym <<'MODEL'
model type lag
  input u
  output y
  parameter T = 1
  T*der(y) + y = u
end
model twin
  submodel lag l(T = 0.5)
  input r
  l.u = r
end
MODEL
if "$KRON" check apart/twin.dym 2> apart.err; then exit 1; fi
grep -q 'the class `l` is not declared in `twin`' apart.err
grep -q 'the class of a submodel stands in parentheses: submodel (lag)' apart.err
