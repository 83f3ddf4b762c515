# Models written as C programs: they compile without a warning and give what kron simulate gives,
# byte by byte, with libtcc's code and with the code of the system's compiler.
. "$ROOT/tests/cli/common"
S=$ROOT/tests/sim
B=$(cd "$(dirname "$KRON")" && pwd)
run 0 make -C "$ROOT" --no-print-directory install -o all B="$B" PREFIX="$TMP/usr"
export PKG_CONFIG_PATH="$TMP/usr/lib/pkgconfig" LD_LIBRARY_PATH="$TMP/usr/lib"
CC="${CC:-cc} -std=c17 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags kron)"
LIBS=$(pkg-config --libs kron)
sanitized && CC="$CC -fsanitize=address,undefined"

# program NAME MODEL OPTIONS...: writes and compiles it
program() {
    name=$1
    shift
    run 0 "$KRON" translate "$@" --to c -o "$name.c"
    run 0 $CC -o "$name" "$name.c" $LIBS
}

# same STATUS NAME MODEL OPTIONS...: the program and both kinds of code give the same file
same() {
    want=$1 name=$2 model=$3
    shift 3
    KRON_NATIVE=off run "$want" "$KRON" simulate "$model" --quiet -o "$name.tcc.csv" "$@"
    KRON_NATIVE=now run "$want" "$KRON" simulate "$model" --quiet -o "$name.cc.csv" "$@"
    run "$want" "./$name" --quiet -o "$name.csv" "$@"
    cmp "$name.csv" "$name.tcc.csv" || fail "$name is not what libtcc's code gives"
    cmp "$name.csv" "$name.cc.csv" || fail "$name is not what the compiler's code gives"
    [ "$(wc -l < "$name.csv")" -gt 2 ] || fail "$name has no result"
}

check() {
    program "$1" "$2"
    same 0 "$@"
}

events() { check ball "$ROOT/examples/BouncingBall.mo" --stop 2; }
sampled() { check sampled "$S/LibSampledLoop.mo"; }
delays() { check delays "$S/event_delay.mo"; }
algorithms() { check machine "$S/StateMachine.mo"; }
functions() {
    check functions "$S/ReductionsInFunctions.mo"
    check remembered "$S/RememberedWithout.mo"
}
matrices() { check matrices "$S/ArrayFunctions.mo"; }
strings() { check strings "$S/Strings.mo"; }
sets() { check sets "$S/StatesTumbling.mo"; }
nonlinear() { check ring "$S/NonlinearRing.mo"; }
mixed() { check bridge "$S/LibDiodeBridge.mo"; }
homotopy() { check homotopy "$S/Homotopy.mo"; }
initial() { check steady "$S/InitialNonlinear.mo"; }
sparse() { # factored by KLU; settings change the structure, so they are made when it is written
    run 0 "$KRON" structure "$S/LinearLarge.mo" --json
    prints '"klu"'
    check large "$S/LinearLarge.mo" --stop 0.1
}
inlined() { # the step of inlined methods is part of the program if one is given
    program plant "$S/InlinePlant.mo" --method bdf
    same 0 plant "$S/InlinePlant.mo" --method bdf
    same 0 plant "$S/InlinePlant.mo" --method sdirk
    program without "$S/InlinePlant.mo"
    run 2 ./without --method bdf
    says "without the equations of this method"
    run 2 "$KRON" translate "$S/InlinePlant.mo" --to octave --method bdf
    says "for the target c and inlined methods only"
}
failure() {
    program later "$S/FailNewtonLater.mo"
    same 3 later "$S/FailNewtonLater.mo"
    grep -v '^later: ' "$TMP/err" > said || true # the rest of a message of several lines
    run 3 ./later --quiet
    sed -i 's/^later: /kron: /' "$TMP/err"
    mv "$TMP/err" mine
    run 3 "$KRON" simulate "$S/FailNewtonLater.mo" --quiet
    cmp mine "$TMP/err" || fail "another message"
}

# Options have the meaning they have for kron simulate.
options() {
    M=$ROOT/examples/SeriesResonance.mo
    program res "$M"
    for o in '--stop 0.01 --intervals 7' '--start 0.001 --stop 0.002 --interval 3e-4' \
        '--tolerance 1e-9 --method cvode' '--method rk8 --stop=0.01' '--method ida --atol 1e-9'; do
        run 0 "$KRON" simulate "$M" --quiet -o a.csv $o
        run 0 ./res --quiet -o b.csv $o
        cmp a.csv b.csv || fail "other results with $o"
    done
    run 0 "$KRON" simulate "$M" --quiet -o a.csv --set r.R=3 --set c.v.start=2 --vars 'c.*' --vars r.R
    run 0 ./res --quiet -o b.csv --set r.R=3 --set c.v.start=2 --vars 'c.*' --vars r.R
    cmp a.csv b.csv || fail "other results with settings"
    head -1 b.csv | grep -q 'r.R' || fail "the parameter is missing"
    run 0 "$KRON" simulate "$M" --quiet -o a.mat
    run 0 ./res --quiet -o b.mat
    cmp a.mat b.mat || fail "another MAT file"
    run 0 ./res --help
    prints '--tolerance'
    run 0 ./res
    prints SeriesResonance
    for wrong in --nonsense '--stop x' '--stop -1' '--set r.R' '--set nothing=1' '--set r.R=x' \
        '--set r.i=1' '--vars nothing' '--method euler' '-o /nowhere/x.csv' '--tolerance 2'; do
        run 2 ./res $wrong
        says 'res: '
    done
}

# The experiment is that of the model, or of the command.
experiment() {
    program quick "$S/Decay.mo" --stop 3 --tolerance 1e-9
    run 0 ./quick --quiet -o a.csv
    run 0 "$KRON" simulate "$S/Decay.mo" --quiet -o b.csv --stop 3 --tolerance 1e-9
    cmp a.csv b.csv || fail "another experiment"
}

# The text is the same each time, and says what it is about.
text() {
    run 0 "$KRON" translate "$ROOT/examples/SeriesResonance.mo" --to c
    cp "$TMP/out" one
    run 0 "$KRON" translate "$ROOT/examples/SeriesResonance.mo" --to c
    cmp one "$TMP/out" || fail "another text"
    prints '/* r.v = r.R*l.i */'
    prints 'v[V_r_v] = v[V_r_R] * v[V_l_i];'
    prints '"Voltage drop from p to n"'
    prints '"Ohm"'
    lacks out "$ROOT/rt"
    awk 'length > 100 && !/"/ { print; bad = 1 } END { exit bad }' one || fail "long lines"
}

# A Boolean beside a literal, in a function as it was written: compilers warn of such relations.
literals() {
    cat > Literals.mo << 'END'
function choose
  input Boolean b;
  input Real x[2];
  output Real y[2];
algorithm
  y := if true >= b then x elseif b <> false then 2*x else zeros(2);
  y := if b == true then 3*y else y;
end choose;
model Literals
  Real y[2] = choose(time > 0.5, {time, 1});
  annotation(experiment(StopTime = 1));
end Literals;
END
    check literals Literals.mo
}

all literals events sampled delays algorithms functions matrices strings sets nonlinear mixed homotopy initial \
    sparse inlined failure options experiment text
