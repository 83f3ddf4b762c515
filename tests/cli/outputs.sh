# Where output goes: options that a command does not have are refused, inputs are never overwritten, `-` is
# standard output, and what a closed descriptor or a second run could spoil stays whole.
. "$ROOT/tests/cli/common"
cat > Decay.mo <<'MODEL'
model Decay
  parameter Real k = 1;
  Real x(start = 1, fixed = true, max = 0.5);
equation
  der(x) = -k*x;
end Decay;
MODEL
cp Decay.mo original

refuses() { # refuses TEXT ARGUMENTS...
    text=$1
    shift
    run 2 "$KRON" "$@"
    says "$text"
}

other_options() {
    run 0 "$KRON" simulate Decay.mo -o r.csv
    for option in '--svg f.svg' --listing '--to c'; do
        refuses "${option%% *}" simulate Decay.mo $option
    done
    for option in '--start 1' '--svg f.svg' '--set k=2' '--method ida'; do
        refuses "${option%% *}" plot r.csv x $option
    done
    for option in '-o f' '--stop 3' '--vars x'; do
        refuses "${option%% *}" check Decay.mo $option
    done
    for option in '--svg f' '--tolerance 1e-3' '--plot x'; do
        refuses "${option%% *}" flatten Decay.mo $option
    done
    refuses --set parse Decay.mo --set k=2
    refuses --json session --json
    [ ! -e f ] && [ ! -e f.svg ] || fail "a refused option wrote a file"
}

names() {
    for name in r.svg r.json r.mo r.c; do
        refuses 'csv' simulate Decay.mo -o $name
        [ ! -e $name ] || fail "$name was written"
    done
    for command in flatten structure 'structure --listing' 'structure --json' 'translate --to octave'; do
        run 0 "$KRON" $command Decay.mo -o written
        [ -s written ] && [ ! -s "$TMP/out" ] || fail "$command -o"
        cp written first
        run 0 "$KRON" $command Decay.mo -o -
        [ "$command" = 'structure --json' ] || sed 's/\bwritten\b/Decay/' first | cmp - "$TMP/out"
    done
    run 0 "$KRON" simulate Decay.mo -o r.csv
    run 0 "$KRON" simulate Decay.mo -o -
    cmp r.csv "$TMP/out"
    says 'steps'
    [ ! -e - ] || fail "a file called -"
    refuses 'same place' simulate Decay.mo -o - --json
    run 0 "$KRON" plot r.csv x -o -
    prints '<svg'
    run 0 "$KRON" structure Decay.mo --svg -
    prints '<svg'
}

inputs() {
    ln -s Decay.mo link.csv
    mkdir lib
    cat > lib/Law.mo <<'MODEL'
model Law
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Law;
MODEL
    cp lib/Law.mo law
    cp Decay.mo Decay.csv
    refuses 'read from it' simulate Decay.csv:Decay -o Decay.csv
    refuses 'read from it' simulate Decay.mo -o link.csv
    refuses 'an input' flatten Decay.mo -o ./Decay.mo
    refuses 'an input' translate Decay.mo --to c -o Decay.mo
    refuses 'an input' structure Decay.mo --svg Decay.mo
    refuses 'an input' flatten Law -I lib -o lib/Law.mo
    cmp Decay.mo original
    cmp Decay.csv original
    cmp lib/Law.mo law
    run 0 "$KRON" simulate Decay.mo -o r.csv
    cp r.csv r.svg
    refuses 'an input' plot r.svg x -o r.svg
    cmp r.csv r.svg
}

descriptors() {
    run 0 "$KRON" simulate Decay.mo -o whole.csv
    says 'max'
    "$KRON" simulate Decay.mo -o r.csv 2>&- > /dev/null
    cmp whole.csv r.csv
    "$KRON" simulate Decay.mo -o r.csv 2>&- <&- > /dev/null
    cmp whole.csv r.csv
    ! "$KRON" simulate Decay.mo -o r.csv >&- 2> /dev/null || fail "output that is lost passes for success"
    cmp whole.csv r.csv
}

# While one run writes a file, another one cannot; the first has it whole.
two_runs() {
    cat > Wide.mo <<'MODEL'
model Wide
  Real x[200](each start = 1, each fixed = true);
equation
  der(x) = -x;
end Wide;
MODEL
    "$KRON" simulate Wide.mo --stop 1 --intervals 40000 -o both.csv > /dev/null &
    first=$!
    i=0
    while [ ! -s both.csv ] && [ $i -lt 200 ]; do sleep 0.02; i=$((i + 1)); done
    got=0
    "$KRON" simulate Decay.mo -o both.csv > "$TMP/out" 2> "$TMP/err" || got=$?
    if kill -0 $first 2> /dev/null; then
        [ $got = 2 ] || fail "two runs write to one file"
        says 'another run'
    fi
    wait $first
    if [ $got = 2 ]; then
        [ "$(wc -l < both.csv)" = 40002 ] || fail "the first result is not whole"
    fi
    run 0 "$KRON" simulate Decay.mo -o both.csv
}

# All variables may be asked for where there are none.
no_variables() {
    printf 'model Nothing\nend Nothing;\n' > Nothing.mo
    run 0 "$KRON" simulate Nothing.mo --stop 1 --intervals 1 --vars '*' -o nothing.csv
    [ "$(wc -l < nothing.csv)" = 3 ] || fail "rows of time alone are missing"
    run 2 "$KRON" simulate Nothing.mo --vars 'x*' -o nothing.csv
    says 'no variable matches'
}

all no_variables other_options names inputs descriptors two_runs
