# Wrong commands, options and values: status 2 and a message that names them.
. "$ROOT/tests/cli/common"
M="$ROOT/examples/BouncingBall.mo"

wrong() {
    text=$1
    shift
    run 2 "$KRON" "$@"
    says "$text"
    [ ! -s "$TMP/out" ] || fail "output in spite of wrong usage: $*"
}

words() {
    wrong '`simulat`' simulat "$M"
    wrong '`--frob`' simulate "$M" --frob
    wrong '`--frob`' --frob
    wrong '-x' simulate "$M" -x
    wrong 'one model' simulate "$M" "$M"
    wrong 'one model' flatten "$M" "$M"
    wrong 'one model' structure "$M" "$M"
    wrong '`nopass`' simulate "$M" --dump=nopass
}

missing_values() {
    for option in --start --stop --intervals --interval --tolerance --atol --method --set -o --vars \
                  --plot --dump -I; do
        wrong "$option needs a value" simulate "$M" $option
    done
}

numbers() {
    for option in --start --stop --intervals --interval --tolerance --atol; do
        wrong '`1x`' simulate "$M" $option 1x
        wrong 'number' simulate "$M" $option ''
        wrong "$option" simulate "$M" $option nan
    done
    wrong tolerance simulate "$M" --tolerance 0
    wrong tolerance simulate "$M" --tolerance -1e-6
    wrong tolerance simulate "$M" --tolerance 2
    wrong tolerance simulate "$M" --atol -1
    wrong interval simulate "$M" --interval 0
    wrong interval simulate "$M" --interval -0.1
    wrong intervals simulate "$M" --intervals -3
    wrong 'before' simulate "$M" --stop -1
    wrong 'before' simulate "$M" --start 5 --stop 4
    wrong finite simulate "$M" --stop 1e999
}

whole_intervals() {
    wrong intervals simulate "$M" --intervals 2.5
    wrong 'one of the two' simulate "$M" --intervals 2 --interval 0.1
    run 0 "$KRON" simulate "$M" --stop 1 --interval 2
    says 'the output interval 2 is longer than the run, from 0 to 1'
    run 0 "$KRON" simulate "$M" --stop 1 --interval 1
    lacks err "longer than the run"
}

# What matches nothing is told with what may be meant, whoever asks.
names() {
    wrong 'did you mean `h`?' simulate "$M" --plot H
    wrong 'the model has `h`' simulate "$M" --plot nothing
    wrong 'did you mean `h`?' simulate "$M" --vars H
    wrong 'did you mean `h`?' sweep "$M" --vary e=0.5 --vars H
    wrong 'did you mean `h`?' list "$M" --vars H
}

unwritable() { # the table of a sweep
    run 3 "$KRON" sweep "$M" --vary e=0.5 -o /dev/full
    says 'cannot write /dev/full: No space left'
}

methods() {
    wrong '`foo`' simulate "$M" --method foo
    wrong 'cvode' simulate "$M" --method foo
    for method in cvode ida auto; do
        run 0 "$KRON" simulate "$M" --method $method
    done
}

# What is promised for later works, or is refused by name.
later_or() {
    got=0
    "$KRON" "$@" > "$TMP/out" 2> "$TMP/err" < /dev/null || got=$?
    [ $got = 0 ] && return
    [ $got = 2 ] || fail "status $got: $*"
    says 'not supported yet'
}

later() {
    for method in bdf radau sdirk rk45 mixed; do
        later_or simulate "$M" --method $method
    done
    for method in euler implicit-euler trapezoid; do
        later_or simulate "$M" --method $method --step 1e-3
    done
    later_or structure "$M" --listing
    later_or simulate "$M" -o "$TMP/r.mat"
    later_or translate "$M" --to fmu2 -o "$TMP/c"
}

programs() {
    for option in '--method ida' '--vars h' '--plot h' '--atol 1e-3' --listing '--svg f.svg'; do
        wrong "${option%% *}" translate "$M" --to c $option
    done
    for target in c octave; do
        M="$ROOT/examples/SeriesResonance.mo"
        wrong tolerance translate "$M" --to $target --tolerance 5
        wrong before translate "$M" --to $target --start 5 --stop 4
        wrong intervals translate "$M" --to $target --intervals 0
        run 0 "$KRON" translate "$M" --to $target --stop 3 --intervals 4
        grep -qF -e "= 0.75," -e "tspan(2), 5)" "$TMP/out" || fail "4 intervals"
    done
}

ranges() {
    wrong 'FIRST..LAST/N' sweep "$M" --vary e=1:5
}

settings() {
    wrong '`h e`' simulate "$M" --set 'h e=3'
    wrong NAME=VALUE simulate "$M" --set g
    wrong NAME=VALUE simulate "$M" --set =3
    wrong NAME=VALUE simulate "$M" --set g=
}

globs() {
    wrong '`nope`' simulate "$M" --vars nope
    wrong '`nope*`' simulate "$M" --plot 'nope*'
}

all words missing_values numbers whole_intervals names unwritable methods ranges settings later globs programs
