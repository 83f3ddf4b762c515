# The DSblock of a discretised model: the listing of inline-integration-1995 to the letter, and it runs.
. "$ROOT/tests/cli/common"
P=$ROOT/examples/papers/inline
CC="${CC:-cc} -std=c17 -O1 -Wall -Wextra -Wpedantic -Werror"

# written NAME: the model of the file NAME.dym (or a path) as NAME.c
written() {
    printf '%s\n' "enter ${2:-$P/$1.dym}" 'set inline on' 'language dsblock' "outfile $TMP/$1.c" 'output model' > script
    run 0 "$KRON" session script
    grep -Pq '/ *\(*h\b(?! *[+])' "$1.c" && fail "$1 divides by h (E-14)"
    return 0
}

cat > functions.c <<'C'
#include <math.h>
double f(double x, double u, double t), g(double x);
double f(double x, double u, double t)
{
    return -x - 0.5 * x * x * x + u + sin(t);
}
double g(double x)
{
    return x + 0.1 * x * x;
}
C

# IN-41, with the sign of u and the semicolon that the paper forgets.
cat > paper.c <<'C'
/* SORTED AND SOLVED EQUATIONS */

/* SYSTEM OF 7 SIMULTANEOUS NONLINEAR EQUATIONS */
/* EQUATIONS */
/*   derx + residuederx = f(x,u,Time); */
/*   x = h*derx + oldx; */
/*   y = g(x); */
/*   derx2 + linresderx2 + 2*w*D*x2 + w*w*x1 */
/*     = w*w*y; */
/*   x2 = h*derx2 + oldx2; */
/*   x1 = h*x2 + oldx1; */
/*   u = -k*x1; */

/* SOLVING NONLINEAR SYSTEM OF EQUATIONS */
    QSol[0] = derx;

    QNLnr = 1;
    QNnl = 1;
    QiOpt = 2;
    QInfRev = -1;

Iter1 :
    if (QInfRev > 0) {

/* NONLINEAR TEARING VARIABLES AND RESIDUES */
/*      derx      residuederx */

/* TORN NONLINEAR EQUATIONS */
    x = h*derx + oldx;
    y = g(x);

/* SYSTEM OF 3 SIMULTANEOUS LINEAR EQUATIONS */
/* EQUATIONS */
/*      derx2 + linresderx2 + 2*w*D*x2 + w*w*x1 */
/*        = w*w*y; */
/*      x2 = h*derx2 + oldx2; */
/*      x1 = h*x2 + oldx1; */

/* SOLVING LINEAR SYSTEM OF EQUATIONS */

/* LINEAR TEARING VARIABLES AND RESIDUES */
/*      derx2      linresderx2 */

/* TORN LINEAR EQUATIONS */
    derx2 = (w*w*y - ((2*w*D + h*w*w)*oldx2
        + w*w*oldx1)) / (1 + (2*w*D + h*w*w)*h);
/* END OF TORN LINEAR EQUATIONS */

    x2 = h*derx2 + oldx2;
    x1 = h*x2 + oldx1;
/* END OF SYSTEM OF LINEAR SIMULTANEOUS EQUATIONS */

    u = -k*x1;
    residuederx = f(x,u,Time) - derx;
/* END OF TORN NONLINEAR EQUATIONS */

    QRes[0] = residuederx;
}

/* UPDATE SOLUTION */
DymNon(QInfRev,QiOpt,QMnl,QSol,QRes,QJac,Qtol,
    Qinfo,QD,QI,PrintEvent,QNLnr,Time,QNLfunc,
    QNLjac,QNLmax,QiErr);

    derx = QSol[0];

    if (QInfRev > 0) goto Iter1;
    if (*QiErr != 0) goto leave;
/* END OF SYSTEM OF NONLINEAR SIMULTANEOUS EQUATIONS */

/* END OF SORTED AND SOLVED EQUATIONS */
C

plant() {
    written plant
    sed -n '/SORTED AND SOLVED EQUATIONS/,/END OF SORTED/p' plant.c > listing.c
    diff paper.c listing.c || fail "not the listing of the paper"
    run 0 $CC -DDSBLOCK_MAIN -o plant plant.c functions.c -lm
    # IN-42: one step of backward Euler, and the exact solution
    run 0 ./plant x=1 -step=0.01 -stop=0.01
    [ "$(tail -1 "$TMP/out")" = 0.01,0.985409169343,0.00262109513909,0.262109513909 ] || fail "one step"
    run 0 ./plant x=1 -step=0.005 -stop=5 -order=5 -every=200
    python3 - "$TMP/out" <<'PY' || fail "not the solution of IN-42"
import csv, sys
rows = {round(float(r[0]), 6): list(map(float, r[1:])) for r in list(csv.reader(open(sys.argv[1])))[1:]}
for t, want in (1, (0.129482027, -0.174017369, -1.406923728)), (5, (-0.304858610, -0.385222409, 0.156119756)):
    assert all(abs(a - b) < 3e-8 for a, b in zip(rows[t], want)), rows[t]
PY
}

# The derivatives of IN-42, evaluations and Jacobians; any h, and h = 0.
cat > driver.c <<'C'
#include <stdio.h>
#define NEAR(a, b) (fabs((a) - (b)) < 1e-9)
int main(void)
{
    static struct dymnon q;
    double x[3] = {1, 0, 0}, old[3] = {1, 0, 0}, dx[3] = {0};
    dsblock_dymnon(&q);
    q.Qtol = 1e-13;
    q.Qinfo[0] = 1;
    if (plant_inline(0, 0, old, u_value, p_value, x, dx, NULL, NULL, &q) || !NEAR(dx[0], -1.5) || !NEAR(dx[2], 27.5))
        return printf("h = 0: %.12g %.12g\n", dx[0], dx[2]), 1;
    q.QNLfunc[0] = q.QNLjac[0] = 0;
    if (plant_inline(0.01, 0.01, old, u_value, p_value, x, dx, NULL, NULL, &q))
        return puts("not solved"), 1;
    if (!NEAR(dx[0], -1.4590830657) || !NEAR(dx[2], 26.2109513909) || !NEAR(x[0], 0.9854091693) || dx[1] != x[2])
        return printf("step: %.12g %.12g %.12g\n", dx[0], dx[2], x[0]), 1;
    if (q.QNLfunc[0] > 4)
        return printf("%d evaluations\n", q.QNLfunc[0]), 1;
    q.Qinfo[0] = 0;
    q.QNLjac[0] = 0;
    for (int i = 0; i < 200; i++) { /* a Jacobian is kept from step to step */
        for (int k = 0; k < 3; k++)
            old[k] = x[k];
        if (plant_inline(0.01 * (i + 2), 0.01, old, u_value, p_value, x, dx, NULL, NULL, &q))
            return puts("not solved"), 1;
    }
    if (q.QNLjac[0] > 5)
        return printf("%d Jacobians in 200 steps\n", q.QNLjac[0]), 1;
    for (double h = 1; h > 1e-300; h /= 10)
        if (plant_inline(2, h, old, u_value, p_value, x, dx, NULL, NULL, &q))
            return printf("h = %g\n", h), 1;
    q.QNLmax = 1; /* E-4 */
    q.Qinfo[0] = 1;
    dx[0] = 100;
    return plant_inline(2, 0.1, old, u_value, p_value, x, dx, NULL, NULL, &q) != 1 || q.QiErr != 1 || dx[0] != 100;
}
C
steps() {
    written plant
    cat plant.c driver.c > plant_driver.c
    run 0 $CC -o plant_driver plant_driver.c functions.c -lm
    run 0 ./plant_driver
}

# Orders 1 to 6: the error falls with that power of the step.
orders() {
    cat > osc.dym <<'M'
model osc
  local x, v
    der(x) = v
    der(v) = -sin(x)*cos(v) - 0.1*v**3
end
M
    written osc osc.dym
    run 0 $CC -DDSBLOCK_MAIN -o osc osc.c -lm
    run 0 ./osc x=1 -step=0.004 -stop=4 -order=6 -every=100000
    exact=$(tail -1 "$TMP/out")
    for order in 1 2 3 4 5; do
        for step in 0.04 0.02; do
            run 0 ./osc x=1 -step=$step -stop=4 -order=$order -every=100000
            tail -1 "$TMP/out"
        done > "errors_$order"
    done
    EXACT=$exact python3 - <<'PY' || fail "not of that order"
import math, os
want = [float(x) for x in os.environ["EXACT"].split(",")[1:]]
for k in range(1, 6):
    e = [max(abs(float(a) - b) for a, b in zip(l.split(",")[1:], want)) for l in open("errors_%d" % k)]
    seen = math.log2(e[0] / e[1])
    assert abs(seen - k) < 0.4, (k, seen, e)
PY
}

# like_kron FILE STEP ORDER TOLERANCE SETTING...: the program against kron simulate, at time 2
like_kron() {
    file=$1 step=$2 order=$3 tolerance=$4
    shift 4
    name=$(basename "${file%.*}")
    case $file in
    *.mo) run 0 "$KRON" translate "$file" --to dsblock-inline -o "$name.c" ;;
    *) written "$name" "$file" ;;
    esac
    run 0 $CC -DDSBLOCK_MAIN -o "$name" "$name.c" -lm
    run 0 "./$name" -stop=2 "-step=$step" "-order=$order" -every=100000 "$@"
    cp "$TMP/out" "$name.txt"
    [ $# = 0 ] || set -- $(printf -- '--set %s ' "$@")
    run 0 "$KRON" simulate "$file" --stop 2 --tolerance 1e-10 --intervals 1 -o "$name.csv" "$@"
    python3 - "$name.txt" "$name.csv" "$tolerance" <<'PY' || fail "$name: not the solution"
import csv, sys
a, b = (list(csv.reader(open(f))) for f in sys.argv[1:3])
got, want = (dict(zip(t[0], map(float, t[-1]))) for t in (a, b))
shared = [c for c in got if c in want]
assert len(shared) > 1, got
for c in shared:
    assert abs(got[c] - want[c]) <= float(sys.argv[3]) * max(1, abs(want[c])), (c, got[c], want[c])
PY
}

models() {
    cp "$P/filters.dym" "$P/loop.dym" .
    like_kron filters.dym 0.01 5 1e-6 u=1
    run 0 ./filters u=1 -step=0.01 -stop=0.01
    [ "$(tail -1 "$TMP/out")" = 0.01,0.0909090909091,0.0017825311943 ] || fail "IN-30"
    grep -q DymNon\( filters.c && sed -n '/^int filters_inline/,$p' filters.c | grep -q 'Iter1' && fail "filters are iterated"
    like_kron loop.dym 0.002 4 1e-7 w=1
    # four states that depend on each other: a matrix; names of C and of ours; conditions, functions with statements
    cat > coupled.dym <<'M'
model coupled
  local a, b, c, d
  output s
    der(a) = -a + b + c
    der(b) = a - 2*b + d + 1
    der(c) = b - 3*c + a/2
    der(d) = c + a - d
    s = a + b + c + d
end
M
    like_kron coupled.dym 0.002 4 1e-7
    grep -q dsblock_solve coupled.c || fail "no matrix"
    cat > names.dym <<'M'
model names
  parameter int = 2, QSol = 3
  local for, h, oldh, w
    der(for) = -for**3/int + 1/2*h
    der(h) = oldh - QSol*h
    der(oldh) = if for > 0.5 then -oldh else Time
    w + exp(w) = for + der(h)
end
M
    like_kron names.dym 0.0005 1 1e-2
    cat > implicit.dym <<'M'
model implicit
  local x, w
    der(x) + 0.1*der(x)**3 + w + x = Time
    w + 0.2*w**3 + 0.1*der(x) = x
end
M
    like_kron implicit.dym 0.002 4 1e-7
    # index reduced, and start values found, before it is discretised
    like_kron "$ROOT/examples/FourBar.mo" 0.002 4 1e-6
    like_kron "$ROOT/examples/DoublePendulum.mo" 0.001 5 1e-6
}

# E-4, E-5: the steps are halved, then the program stops and says at what.
failure() {
    printf 'model pole\n  local x\n  der(x) = 1 + x**2\nend\n' > pole.dym
    written pole pole.dym
    run 0 $CC -DDSBLOCK_MAIN -o pole pole.c -lm
    run 3 ./pole -step=0.1 -stop=3
    says 'no step from time = 1'
    says '  x = '
    says 'residual'
    printf 'model none\n  local x, w\n  der(x) = w\n  w**2 = x - 1\nend\n' > none.dym
    written none none.dym
    run 0 $CC -DDSBLOCK_MAIN -o none none.c -lm
    run 3 ./none -step=0.1 -stop=3
    says 'cannot be solved at time = 0'
    says '  w = '
    says 'residual'
    run 2 ./none -nonsense=1
}

all plant steps orders models failure
