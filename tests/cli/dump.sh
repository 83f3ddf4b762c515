# --dump=PASS prints the representation after each pass that --help names.
. "$ROOT/tests/cli/common"
M="$ROOT/examples/SeriesResonance.mo"
dump() {
    run 0 "$KRON" simulate "$M" --dump=$1 --quiet
    prints "$2"
}
dump load 'connect(source.p, r.p);'
dump flatten 'source.p.i'
dump scalar 'l.i'
dump alias 'der(c.v)'
dump index 'c.v'
dump states 'state c.v'
dump calls 'der(l.i)'
dump match 'der(l.i) by '
dump blocks 'simulation'
lacks out 'initial problem'
dump hoist 'simulation'
dump initial 'initial problem'
dump events 'initial problem'
cp "$TMP/out" events.txt
dump structure 'initial problem'
cmp "$TMP/out" events.txt
dump code 'struct KInst {'
for pass in $("$KRON" --help | sed -n 's/.*--dump=PASS.*: //p' | tr -d ,); do
    run 0 "$KRON" simulate "$M" --dump=$pass --quiet
done
run 0 "$KRON" flatten "$M"
cp "$TMP/out" flat.txt
run 0 "$KRON" simulate "$M" --dump flatten --quiet
cmp "$TMP/out" flat.txt
