# Tearing given in the model is honoured in systems of both kinds, in both languages and notations;
# what does not fit is reported (BG-1, BG-15, E-13).
. "$ROOT/tests/cli/common"

# torn MODEL NAMES: the tearing variables of the systems of the model
torn() {
    run 0 "$KRON" structure "$1" --json
    python3 -c '
import json, sys
j = json.load(open(sys.argv[1]))
torn = [x for b in j["blocks"] if b["size"] > 1 for x in b["tearing"]]
sys.exit(None if sorted(torn) == sorted(sys.argv[2].split()) else "torn: %s" % torn)' "$TMP/out" "$2" || fail "$1"
}

loop() {
    cat > loop.mo <<EOF
model Loop "y = exp(-x), z = y^2 + x, x = sin(z) + time"
  Real x(start = 0.5), y(start = 0.5), z(start = 0.5);
equation
  y = exp(-x)$1;
  z = y^2 + x$2;
  x = sin(z) + time$3;
end Loop;
EOF
}

modelica() {
    loop "" "" ""
    run 0 "$KRON" simulate loop.mo --stop 0.2 -o free.csv --tolerance 1e-8
    loop "" " + Kron.residue(z)" ""
    torn loop.mo z
    run 0 "$KRON" simulate loop.mo --stop 0.2 -o z.csv --tolerance 1e-8
    loop "" "" " annotation(__Kron_residue = x)"
    torn loop.mo x
    run 0 "$KRON" simulate loop.mo --stop 0.2 -o x.csv --tolerance 1e-8
    loop "" "" " + Kron.residue(x)"
    torn loop.mo x
    for f in x z; do
        python3 -c '
import csv, sys
a, b = [list(csv.reader(open(f)))[1:] for f in sys.argv[1:]]
assert all(abs(float(p) - float(q)) < 1e-7 for r, s in zip(a, b) for p, q in zip(r, s))' free.csv $f.csv || fail $f
    done
    sed 's/Real x(start = 0.5), y(start = 0.5), z(start = 0.5)/Real x(start = 0.5), y(start = 0.5), z(start = 0.5) annotation(__OpenModelica_tearingSelect = TearingSelect.always)/; s/ + Kron.residue(x)//' loop.mo > wish.mo
    torn wish.mo z
}

# The equation of a pair says only that two variables are equal: its variable is torn, without a message
eliminated() {
    loop "" "" ""
    sed 's/z(start = 0.5)/z(start = 0.5), w/; s/x = sin(z)/w = x + Kron.residue(z);\n  w = sin(z)/' loop.mo > same.mo
    torn same.mo z
    [ ! -s "$TMP/err" ] || fail "a message"
}

# A class gives a pair, an instance takes it back: in an expression and in an if-equation
overridden() {
    cat > instances.mo <<'EOF'
package P
  model Loop "kron's own choice is x"
    parameter Boolean tear = true;
    Real x(start = 0.5), y(start = 0.5), z(start = 0.5);
  equation
    y = exp(-x);
    z = y^2 + x + (if tear then Kron.residue(z) else 0);
    x = sin(z) + time;
  end Loop;
  model Either
    parameter Integer which = 1;
    Real x(start = 0.5), y(start = 0.5), z(start = 0.5);
  equation
    y = exp(-x);
    if which == 1 then
      z = y^2 + x + Kron.residue(z);
    else
      z = y^2 + x;
    end if;
    x = sin(z) + time;
  end Either;
  model M
    Loop a, b(tear = false);
    Either c, d(which = 2);
  end M;
end P;
EOF
    torn instances.mo:P.M "a.z b.x c.z d.x"
}

classic() {
    cat > loop.dym <<'EOF'
model loop
  local x(start = 0.5), y(start = 0.5), z(start = 0.5)
  y = exp(-x)
  z = y**2 + x + residue(z)
  x = sin(z) + Time
end
EOF
    torn loop.dym z
    torn "$ROOT/examples/papers/CNetwork.dym" "RSf1.f RSf2.f"
    torn "$ROOT/examples/papers/CNetwork.mo" "RSf1.f RSf2.f"
}

wrong() {
    cat > alone.mo <<'EOF'
model Alone
  Real x, y;
equation
  x = time + Kron.residue(y);
  y = 2*x;
end Alone;
EOF
    run 0 "$KRON" check alone.mo
    says 'alone.mo:4'
    says 'residue(y) is not used'
    cat > few.mo <<'EOF'
model Few "two loops through each other: one variable is not enough"
  Real a(start = 1), b(start = 1), c(start = 1), d(start = 1);
equation
  a = cos(b + d) + Kron.residue(a);
  b = cos(a) + 0.1*c^2;
  c = cos(d*b)*0.5;
  d = cos(c + a*d)*0.5;
end Few;
EOF
    run 0 "$KRON" check few.mo
    says 'do not determine the system of 4 equations; torn as well: '
    loop "" " + Kron.residue(z) + Kron.residue(y)" ""
    run 0 "$KRON" check loop.mo
    says 'loop.mo:5'
    says 'this equation is left over for `'
    loop "" " + Kron.residue(z)" " + Kron.residue(z)"
    run 0 "$KRON" check loop.mo
    says 'residue(z) is not used: `z` is torn already, with another equation'
    sed 's/ *end$/&/; s/local x(start = 0.5), y(start = 0.5), z(start = 0.5)/&\n  notear z/' loop.dym > never.dym
    run 0 "$KRON" check never.dym
    says 'although it is declared not to be torn'
    printf 'model M\n  Real z;\nequation\n  when time > 0.5 then\n    z = Kron.residue(z) + 1;\n  end when;\nend M;\n' > when.mo
    run 0 "$KRON" check when.mo
    says 'when.mo:2'
    says 'it does not stand in an equation that could be left over'
    printf 'model M\n  Real x;\nequation\n  x = 1 + Kron.residue(2*x);\nend M;\n' > bad.mo
    run 1 "$KRON" check bad.mo
    says 'needs a continuous variable or a derivative'
    printf 'model M\n  Real x;\nequation\n  x = 1 + residue(x);\nend M;\n' > bad.mo
    run 1 "$KRON" check bad.mo
    says '`Kron.residue`'
}

# An equation of arrays has as many pairs as elements, an `if` those of its branches
arrays() {
    for mark in ' + Kron.residue(z)' ' annotation(__Kron_residue = z)'; do
        cat > vector.mo <<EOF
model Vector "kron's own choice is x"
  Real x[3](each start = 0.5), y[3](each start = 0.5), z[3](each start = 0.5);
equation
  y = exp(-x);
  z = {y[i]^2 + x[i] for i in 1:3}$mark;
  x = sin(z) + {time, 0.1, 0.2};
end Vector;
EOF
        torn vector.mo "z[1] z[2] z[3]"
    done
    cat > branches.mo <<'EOF'
model Branches
  parameter Boolean p = true;
  Real x[2](each start = 0.5), y[2](each start = 0.5), z[2](each start = 0.5);
equation
  y = exp(-x);
  if p then
    z[1] = y[1]^2 + x[1] + Kron.residue(z[1]);
    z[2] = y[2]^2 + x[2] + Kron.residue(z[2]);
  else
    z = x;
  end if;
  x = sin(z) + {time, 0.1};
end Branches;
EOF
    torn branches.mo "z[1] z[2]"
    printf 'model M\n  Real x[2], y;\nequation\n  x = {y, 1} annotation(__Kron_residue = y);\n  y = sin(x[1]);\nend M;\n' > bad.mo
    run 1 "$KRON" check bad.mo
    says 'the equation is of type Real[2], its residue of type Real'
}

# Nothing is to be torn: all is iterated, with a word
untorn() {
    never='annotation(__OpenModelica_tearingSelect = TearingSelect.never)'
    loop "" "" ""
    sed "s/z(start = 0.5);/z(start = 0.5) $never;/; s/y(start = 0.5),/y(start = 0.5) $never,/; s/x(start = 0.5),/x(start = 0.5) $never,/" loop.mo > never.mo
    torn never.mo "x y z"
    run 0 "$KRON" simulate loop.mo --stop 0.2 -o free.csv --tolerance 1e-8
    run 0 "$KRON" simulate never.mo --stop 0.2 -o never.csv --tolerance 1e-8
    says 'no unknown of the system of 3 nonlinear equations is to be torn: it is solved as a whole, for `'
    python3 -c '
import csv, sys
a, b = [list(csv.reader(open(f)))[1:] for f in sys.argv[1:]]
assert all(abs(float(p) - float(q)) < 1e-7 for r, s in zip(a, b) for p, q in zip(r, s))' free.csv never.csv || fail never
    cat > must.mo <<EOF
model Must
  Real x[2](each start = 1) $never;
  Real y(start = 1);
equation
  x[1]^3 + y = 3;
  y = x[1]*x[2];
  x[2] = sin(x[1]) + time + y^3;
end Must;
EOF
    run 0 "$KRON" check must.mo
    says '`x[1]` is torn although it is declared not to be'
}

# Marks of derivatives and states are for discretised systems (IN-1, IN-33): other runs say nothing of them.
of_states() {
    cat > plant.dym <<'EOF'
function f(x, u, t)
  f = -x - 0.5*x**3 + u + sin(t)
end
model plant
  parameter w = 5, D = 0.3, k = 2
  local x(start = 1), x1, x2, y, u
    der(x) + residue(der(x)) = f(x, u, Time)
    y = x + 0.1*x*x
    der(x1) = x2
    der(x2) + linres(der(x2)) + 2*w*D*x2 + w*w*x1 = w*w*y
    u = -k*x1
end
EOF
    for method in rk45 cvode ida bdf; do
        run 0 "$KRON" simulate plant.dym --method $method
        [ ! -s "$TMP/err" ] || fail "$method: $(cat "$TMP/err")"
    done
    sed 's/y = x + 0.1\*x\*x/& + residue(y)/' plant.dym > algebraic.dym
    run 0 "$KRON" check algebraic.dym
    says 'residue(y) is not used'
}

all of_states modelica eliminated overridden classic wrong arrays untorn
