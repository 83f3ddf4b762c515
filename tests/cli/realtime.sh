# kron translate MODEL --to c --method M: a program with init() and step(h) that needs no library, allocates nothing and gives
# what kron simulate gives with that method and step (IN-12, IN-14, IN-19, IN-21, E-14).
. "$ROOT/tests/cli/common"
S=$ROOT/tests/sim
CC="${CC:-cc} -std=c17 -O2 -Wall -Wextra -Wpedantic -Werror"

# same TOLERANCE MODEL STOP STEP METHODS...: the states at the end
same() {
    within=$1 model=$2 stop=$3 h=$4
    shift 4
    for method in "$@"; do
        run 0 "$KRON" translate "$model" --to c --method $method --step $h -o program.c
        run 0 $CC -DREALTIME_MAIN -o program program.c -lm
        run 0 ./program $stop $h
        cp "$TMP/out" states
        run 0 "$KRON" simulate "$model" --method $method --step $h --stop $stop --tolerance 1e-11 --json
        python3 - "$TMP/out" states "$within" <<'P' || fail "$model with $method"
import json, sys
final = json.load(open(sys.argv[1]))["final"]
lines = open(sys.argv[2]).read().splitlines()
assert len(lines) > 1 and lines[0].endswith("status 0"), lines[0]
for line in lines[1:]:
    name, value = line.rsplit(" ", 1)
    assert abs(float(value) - final[name]) <= float(sys.argv[3]) * max(1, abs(final[name])), (line, final[name])
P
    done
}

methods() { same 1e-9 "$S/InlinePlant.mo" 2 1e-3 euler implicit-euler trapezoid bdf1 bdf2 bdf3 bdf4 bdf5 bdf6; }
stiff() { same 1e-9 "$ROOT/examples/VanDerPol.mo" 1 1e-3 implicit-euler bdf4; }
diode() { same 1e-8 "$ROOT/examples/HalfWaveRectifier.mo" 0.05 1e-4 trapezoid bdf2; }
sampled() { same 1e-9 "$S/LibSampledLoop.mo" 1 1e-3 implicit-euler; }
# events take place at the ends of steps: equal up to the step
events() { same 5e-3 "$ROOT/examples/BouncingBall.mo" 0.5 1e-4 implicit-euler; }
robot() { same 5e-3 "$ROOT/examples/papers/inline/Robot.mo" 0.1 1e-4 implicit-euler; }

# what it calls is mathematics: it cannot allocate, print or wait
nothing_else() {
    for model in "$S/InlinePlant.mo" "$ROOT/examples/papers/inline/Robot.mo"; do
        run 0 "$KRON" translate "$model" --to c --method bdf3 -o program.c
        run 0 $CC -c -o program.o program.c
        nm -u program.o | awk '{print $2}' | grep -vxE 'sin|cos|tan|exp|log|pow|floor|ceil|trunc|fmax|memset|memcpy|memmove|sincos|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail' > needs || true
        [ ! -s needs ] || fail "it needs $(tr '\n' ' ' < needs)"
    done
}

# with h = 0 and old(x) the states the equations of a step are those of the model; no division by h
zero() {
    run 0 "$KRON" translate "$ROOT/examples/papers/inline/Robot.mo" --to c --method bdf2 -o program.c
    h=$(sed -n 's/.*STEP_H = \([0-9]*\),.*/\1/p' program.c)
    name=$(sed -n "s/^    \(V_[A-Za-z0-9_]*\) = $h,$/\1/p" program.c)
    [ -n "$name" ] || fail "h has no name"
    ! grep -nE "/ *\(?v\[$name\]" program.c || fail "h is divided by"
    cat > main.c <<'C'
#include "program.c"
#include <stdio.h>
int main(void)
{
    double der[SIZE_X], worst = 0;
    if (init() || step(1e-3) || step(1e-3) || evaluate(model.time))
        return 1;
    for (int i = 0; i < SIZE_X; i++) {
        der[i] = slope_of[i];
        v[old_var[i]] = v[state_var[i]];
    }
    if (solve_step(model.time, 0, 1))
        return 2;
    for (int i = 0; i < SIZE_X; i++)
        worst = fmax(worst, fabs(v[der_var[i]] - der[i]) / (1 + fabs(der[i])));
    printf("%g\n", worst);
    return !(worst < 1e-8);
}
C
    run 0 $CC -o main main.c -lm
    run 0 ./main
}

refused() {
    run 1 "$KRON" translate "$S/event_delay.mo" --to c --method bdf2 -o no.c
    says "it has delays"
    run 2 "$KRON" translate "$S/InlinePlant.mo" --to c --method bdf --step 1e-3 -o no.c
    says "for real-time programs"
    run 2 "$KRON" translate "$S/InlinePlant.mo" --to octave --method bdf2 -o no.m
    says "for the target c"
}

# one iterated unknown, its equations as comments in front of the statements
readable() {
    run 0 "$KRON" translate "$S/InlinePlant.mo" --to c --method bdf2 -o program.c
    grep -qF '/* der(x) = u - x - 0.5*x^3 + sin(time) */' program.c || fail "no equations in comments"
    grep -qE 'block_n\[\] = \{1, \}' program.c || fail "not one unknown"
}

all methods stiff diode sampled events robot nothing_else zero refused readable
