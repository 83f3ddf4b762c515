# Equations that follow from others: an error in the user's own text, in models of a library a
# warning that names what is not determined; a contradiction is an error everywhere.
. "$ROOT/tests/cli/common"
unset MODELICAPATH

mkdir -p path/Ring
cat > path/Ring/package.mo <<'END'
package Ring
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Element "A voltage source with an inner resistance"
    parameter Real R = 1, slope = 0;
    Pin p, n;
  equation
    p.v - n.v = slope*time + R*p.i;
    p.i + n.i = 0;
  end Element;
  model Island "A circuit without ground: 6 = (2 + 4)*i at the end"
    Element a(R = 2), b(R = 4, slope = -6);
    Real i = a.p.i, v = a.p.v - a.n.v;
  equation
    connect(a.p, b.n);
    connect(b.p, a.n);
  end Island;
  model Delta "The current around a delta"
    Real y[3] = {3*time, 0, -3*time}, d[3];
    Real x = d[1] - d[3], z = d[1] - d[2];
  equation
    d[1] - d[3] = y[1];
    d[2] - d[1] = y[2];
    d[3] - d[2] = y[3];
  end Delta;
  model Wrong
    extends Delta(y = {3*time, 1, -3*time});
  end Wrong;
end Ring;
END

island() {
    value 1 i -I path Ring.Island
    says '.v` is not determined; it has its start value'
    value 2 v -I path Ring.Island
}

delta() {
    value 3 x -I path Ring.Delta
    says 'the equation `d[1] - d[3] = y[1]` follows from others'
    says 'linear equations do not determine d['
    value 0 z -I path Ring.Delta
}

refused() {
    run 1 "$KRON" simulate -I path Ring.Wrong
    says 'contradicts others'
    run 1 "$KRON" simulate path/Ring/package.mo:Ring.Delta
    says 'determines nothing: it follows from others'
    run 1 "$KRON" simulate path/Ring/package.mo:Ring.Island
    says 'a reference is missing'
}

all island delta refused
